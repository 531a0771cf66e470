// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkClient;
import io.loadharness.benchmark.GeneratorProvider;
import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.OptionNames;
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
            names = "--client",
            paramLabel = "NAME",
            description = "Measure a client plug-in instead of servers. A client plug-in is a system under test"
                    + " with its own samples. './harness plugins' lists the names.")
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
            description = "Generate the load of --scenario with a load generator plug-in instead of MLPerf LoadGen."
                    + " './harness plugins' lists the names.")
    private @Nullable String generator;

    @Option(
            names = "--generator-option",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of the --generator plug-in, for example threads=4. Reports show the setting. May be"
                            + " repeated.")
    private Map<String, String> generatorOptions = new LinkedHashMap<>();

    /** Returns true if a client plug-in, which also provides the samples, is measured instead of servers. */
    boolean areTarget() {
        return client != null;
    }

    /**
     * Checks that these options can be combined with the other options.
     *
     * @param command the command with all options
     * @throws IllegalArgumentException if the options cannot be combined
     */
    void check(CommandSpec command) {
        requireName("--client", client, clientOptions);
        requireName("--generator", generator, generatorOptions);
        if (client != null) {
            refuse(command);
        }
    }

    private static void requireName(String option, @Nullable String name, Map<String, String> options) {
        if (name == null && !options.isEmpty()) {
            throw new IllegalArgumentException(
                    option + "-option needs " + option + ": give the name of the plug-in by " + option);
        }
    }

    private static void refuse(CommandSpec command) {
        for (OptionGroup group : List.of(
                OptionGroup.ENGINE,
                OptionGroup.SERVER,
                OptionGroup.DATA,
                OptionGroup.GENERATION,
                OptionGroup.SPREAD,
                OptionGroup.PROFILE)) {
            for (OptionSpec each : group.options(command)) {
                if (command.commandLine().getParseResult().hasMatchedOption(each)) {
                    String name = OptionNames.of(each);
                    throw new IllegalArgumentException(
                            "--client measures a plug-in, to which " + name + " does not apply: leave out " + name);
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
     * Creates and initializes the client. The caller closes the returned object after the benchmark.
     *
     * @throws IllegalArgumentException if there is no plug-in of this name, or the plug-in rejects its options
     * @throws IOException if the client cannot be initialized
     */
    Code open() throws IOException {
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
