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

/** The options of a run that name code of a plug-in. */
final class PluginOptions {

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description = "Measure the backend of this name in place of servers; harness plugins lists all.")
    private @Nullable String backend;

    @Option(
            names = "--backend-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of --backend, which reports show. Several times for several settings.")
    private Map<String, String> backendOptions = new LinkedHashMap<>();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "Measure the client of this name, a system under test with its samples, in place of servers;"
                    + " harness plugins lists all.")
    private @Nullable String client;

    @Option(
            names = "--client-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of --client, which reports show. Several times for several settings.")
    private Map<String, String> clientOptions = new LinkedHashMap<>();

    @Option(
            names = "--generator",
            paramLabel = "NAME",
            description = "Run --scenario with the load generator of this name in place of MLPerf LoadGen; harness"
                    + " plugins lists all.")
    private @Nullable String generator;

    @Option(
            names = "--generator-option",
            paramLabel = "KEY=VALUE",
            description = "A setting of --generator, which reports show. Several times for several settings.")
    private Map<String, String> generatorOptions = new LinkedHashMap<>();

    /** Returns true if a plug-in, and no server, is measured. */
    boolean areTarget() {
        return backend != null || client != null;
    }

    /** Returns true if the samples are those of a client. */
    boolean haveSamples() {
        return client != null;
    }

    /**
     * Checks that they go with the other options.
     *
     * @param command has all of them
     * @throws IllegalArgumentException if they do not
     */
    void check(CommandSpec command) {
        requireName("--backend", backend, backendOptions);
        requireName("--client", client, clientOptions);
        requireName("--generator", generator, generatorOptions);
        if (backend != null && client != null) {
            throw new IllegalArgumentException("--backend and --client both name what is measured: give one of them");
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
            throw new IllegalArgumentException(option + "-option needs " + option + ": give the name by " + option);
        }
    }

    private static void refuse(CommandSpec command, String option, List<OptionGroup> groups, String allowed) {
        for (OptionGroup group : groups) {
            for (OptionSpec each : group.options(command)) {
                String name = OptionNames.of(each);
                if (!name.equals(allowed)
                        && command.commandLine().getParseResult().hasMatchedOption(each)) {
                    throw new IllegalArgumentException(option + " measures code of a plug-in, where " + name
                            + " does not apply: leave out " + name);
                }
            }
        }
    }

    /** Names the generator to a benchmark, if there is one. */
    void applyTo(Benchmark.Builder benchmark) {
        if (generator != null) {
            benchmark.generator(GeneratorProvider.named(generator), generatorOptions);
        }
    }

    /**
     * Creates the backend, or creates and initializes the client; the caller closes it after the benchmark.
     *
     * @throws IllegalArgumentException if there is nothing of the name, or it refuses its options
     * @throws IOException if the client cannot be initialized
     */
    Code open() throws IOException {
        if (backend != null) {
            return new OpenBackend(BackendProvider.named(backend).create(backendOptions));
        }
        return client == null ? new NoCode() : OpenClient.of(BenchmarkClient.named(client), clientOptions);
    }

    /** What a plug-in brings to a benchmark. */
    interface Code extends AutoCloseable {

        void giveTo(Benchmark.Builder benchmark);

        @Override
        void close() throws IOException;
    }

    private record NoCode() implements Code {

        @Override
        public void giveTo(Benchmark.Builder benchmark) {
            // servers are measured
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
