// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.BackendProvider;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkClient;
import io.loadharness.benchmark.GeneratorProvider;
import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of a run that select plug-ins. */
final class PluginOptions {

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "Measure the backend plug-in NAME instead of servers. For all names, run './harness plugins'.")
    private @Nullable String backend;

    @Option(
            names = "--backend-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of the --backend plug-in, for example threads=4. Reports show the setting. May be"
                    + " repeated.")
    private Map<String, String> backendOptions = new LinkedHashMap<>();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "Measure the client plug-in NAME instead of servers. A client plug-in is a system under test"
                    + " with its own samples. For all names, run './harness plugins'.")
    private @Nullable String client;

    @Option(
            names = "--client-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of the --client plug-in, for example threads=4. Reports show the setting. May be"
                    + " repeated.")
    private Map<String, String> clientOptions = new LinkedHashMap<>();

    @Option(
            names = "--generator",
            paramLabel = "NAME",
            description = "Generate the load of --scenario with the load generator plug-in NAME instead of MLPerf"
                    + " LoadGen. For all names, run './harness plugins'.")
    private @Nullable String generator;

    @Option(
            names = "--generator-option",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of the --generator plug-in, for example threads=4. Reports show the setting. May be"
                            + " repeated.")
    private Map<String, String> generatorOptions = new LinkedHashMap<>();

    /** Returns true if a plug-in is measured instead of a server. */
    boolean areTarget() {
        return backend != null || client != null;
    }

    /** Returns true if a client plug-in provides the samples. */
    boolean haveSamples() {
        return client != null;
    }

    /**
     * Checks that these options can be combined with the other options.
     *
     * @param command the command with all options
     * @throws IllegalArgumentException if the options cannot be combined
     */
    void check(CommandSpec command) {
        requireName("--backend", backend, backendOptions);
        requireName("--client", client, clientOptions);
        requireName("--generator", generator, generatorOptions);
        if (backend != null && client != null) {
            throw new IllegalArgumentException(
                    "--backend and --client both name what is measured: give only one of them");
        }
        if (backend != null) {
            refuse(command, "--backend", List.of(OptionGroup.SERVER, OptionGroup.PROFILE), "--warm-up");
        }
        if (client != null) {
            refuse(
                    command,
                    "--client",
                    List.of(
                            OptionGroup.SERVER,
                            OptionGroup.DATA,
                            OptionGroup.GENERATION,
                            OptionGroup.SPREAD,
                            OptionGroup.PROFILE),
                    "");
        }
    }

    private static void requireName(String option, @Nullable String name, Map<String, String> options) {
        if (name == null && !options.isEmpty()) {
            throw new IllegalArgumentException(
                    option + "-option needs " + option + ": give the name of the plug-in by " + option);
        }
    }

    private static void refuse(CommandSpec command, String option, List<OptionGroup> groups, String allowed) {
        for (OptionGroup group : groups) {
            for (OptionSpec each : group.options(command)) {
                String name = OptionNames.of(each);
                if (!name.equals(allowed)
                        && command.commandLine().getParseResult().hasMatchedOption(each)) {
                    throw new IllegalArgumentException(
                            option + " measures a plug-in, to which " + name + " does not apply: leave out " + name);
                }
            }
        }
    }

    /** Sets the generator of a benchmark, if one is given. */
    void applyTo(Benchmark.Builder benchmark) {
        if (generator != null) {
            benchmark.generator(GeneratorProvider.named(generator), generatorOptions);
        }
    }

    /**
     * Creates the backend, or creates and initializes the client. The caller closes the returned object after the benchmark.
     *
     * @throws IllegalArgumentException if there is no plug-in of this name, or the plug-in rejects its options
     * @throws IOException if the client cannot be initialized
     */
    Code open() throws IOException {
        if (backend != null) {
            return new OpenBackend(BackendProvider.named(backend).create(backendOptions));
        }
        return client == null ? new NoCode() : OpenClient.of(BenchmarkClient.named(client), clientOptions);
    }

    /** The open plug-in that a benchmark measures, or an object without effect if the benchmark measures servers. */
    interface Code extends AutoCloseable {

        void giveTo(Benchmark.Builder benchmark);

        @Override
        void close() throws IOException;
    }

    private record NoCode() implements Code {

        @Override
        public void giveTo(Benchmark.Builder benchmark) {
            // the benchmark measures servers instead of a plug-in
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private record OpenBackend(InferenceBackend backend) implements Code {

        @Override
        public void giveTo(Benchmark.Builder benchmark) {
            benchmark.backend(backend);
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    private record OpenClient(BenchmarkClient client) implements Code {

        static OpenClient of(BenchmarkClient client, Map<String, String> options) throws IOException {
            OpenClient open = new OpenClient(client);
            try {
                client.initialize(Map.copyOf(options));
                return open;
            } catch (IllegalArgumentException e) {
                throw open.closedAfter(e);
            } catch (Exception e) {
                throw open.closedAfter(open.failure("initialized", e));
            }
        }

        private <E extends Exception> E closedAfter(E e) {
            try {
                close();
            } catch (IOException | RuntimeException second) {
                e.addSuppressed(second);
            }
            return e;
        }

        @Override
        public void giveTo(Benchmark.Builder benchmark) {
            benchmark.systemUnderTest(client.systemUnderTest()).library(client.library());
        }

        @Override
        public void close() throws IOException {
            try {
                client.close();
            } catch (IOException | RuntimeException e) {
                throw failure("closed", e);
            }
        }

        private IOException failure(String step, Exception e) {
            return new IOException(
                    "the client '" + client.name() + "' cannot be " + step + ": "
                            + Objects.requireNonNullElse(e.getMessage(), e.toString()),
                    e);
        }
    }
}
