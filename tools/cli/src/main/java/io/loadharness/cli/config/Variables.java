// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.plugins.PluginFolder;
import io.loadharness.internal.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the environment says: {@code LOADHARNESS_TARGET_QPS} for {@code --target-qps}, and so for each option that a run file may have;
 * also what the scripts of MLPerf's datacenter benchmark set.
 */
final class Variables {

    private static final String PREFIX = "LOADHARNESS_";
    private static final Set<String> OTHERS = Set.of(
            "LOADHARNESS_CACHE", // where the build keeps LoadGen's sources
            PluginFolder.VARIABLE);
    private static final String SOURCE = "environment ";

    private Variables() {}

    /**
     * The options that variables stand in for, by their names.
     *
     * @throws IllegalArgumentException if there is one for an option that does not exist; names the nearest
     */
    static Map<String, Given> read(CommandSpec command, Map<String, String> environment) {
        Map<String, OptionSpec> options = new LinkedHashMap<>();
        for (OptionGroup group : OptionGroup.values()) {
            group.options(command).forEach(option -> options.put(variable(option), option));
        }
        Map<String, Given> given = new LinkedHashMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !OTHERS.contains(name) && !value.isEmpty()) {
                OptionSpec option = options.get(name);
                if (option == null) {
                    throw new IllegalArgumentException("the environment variable " + name
                            + " stands for no option; the nearest is " + Suggestions.nearest(name, options.keySet()));
                }
                given.put(OptionNames.of(option), new Given(arguments(option, name, value), SOURCE + name));
            }
        });
        return given;
    }

    /**
     * What the variables of the datacenter benchmark say.
     *
     * @param scenarios those that LoadGen loads, unless something stronger says their rate
     */
    static Map<String, Given> ofBenchmark(Set<String> scenarios, Map<String, String> environment) {
        Map<String, Given> given = new LinkedHashMap<>();
        add(given, "--max-tokens", "MAX_TOKENS", environment);
        for (String each : List.of("server", "offline")) {
            if (scenarios.contains(each)) {
                add(given, "--" + each + "-target-qps", each.toUpperCase(Locale.ROOT) + "_TARGET_QPS", environment);
            }
        }
        return given;
    }

    private static void add(Map<String, Given> given, String option, String name, Map<String, String> environment) {
        String value = environment.getOrDefault(name, "");
        if (!value.isEmpty()) {
            given.put(option, new Given(List.of(value), SOURCE + name));
        }
    }

    private static String variable(OptionSpec option) {
        return PREFIX
                + OptionNames.of(option).substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static List<String> arguments(OptionSpec option, String name, String value) {
        if (option.arity().max() > 0) {
            boolean many = option.isMultiValue() && !option.paramLabel().contains("=");
            return many ? List.of(value.strip().split("\\s*,\\s*", -1)) : List.of(value);
        }
        return switch (value) {
            case "true" -> List.of(value);
            case "false" -> List.of();
            default ->
                throw new IllegalArgumentException(
                        "the environment variable " + name + " is '" + value + "' and must be true or false");
        };
    }
}
