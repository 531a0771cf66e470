// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkClient;
import io.loadharness.benchmark.GeneratorProvider;
import io.loadharness.cli.config.OptionGroup;
import io.loadharness.cli.options.KeyValues;
import io.loadharness.cli.options.OptionNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of a run that select plug-ins. */
final class PluginOptions {

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description =
                    "Measure a client plug-in instead of servers. A client plug-in is a system under test with its own"
                            + " samples. '${ROOT-COMMAND-NAME} plugins' lists the client plug-ins.")
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
                    + " '${ROOT-COMMAND-NAME} plugins' lists the load generator plug-ins.")
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
        KeyValues.requireDistinctKeys(command, "--client-option");
        KeyValues.requireDistinctKeys(command, "--generator-option");
        requireName("--client", client, clientOptions);
        requireName("--generator", generator, generatorOptions);
        if (client != null) {
            refuse(command);
        }
    }

    private static void requireName(String option, @Nullable String name, Map<String, String> options) {
        if (name == null && !options.isEmpty()) {
            throw new IllegalArgumentException(
                    option + "-option needs " + option + ": give the name of the plug-in with " + option);
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

    /**
     * Sets the client and the generator of a benchmark, if they are given.
     *
     * @throws IllegalArgumentException if no plug-in has the name of the client or of the generator
     */
    void applyTo(Benchmark.Builder benchmark) {
        if (client != null) {
            benchmark.client(BenchmarkClient.named(client), clientOptions);
        }
        if (generator != null) {
            benchmark.generator(GeneratorProvider.named(generator), generatorOptions);
        }
    }
}
