// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.plugins.PluginFolder;
import io.loadharness.internal.ProgramName;
import io.loadharness.internal.Suggestions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Option values from environment variables. Each option of a run file has a variable, for example {@code LOADHARNESS_TARGET_QPS} for
 * {@code --target-qps}. This class also reads the variables that the scripts of MLPerf's datacenter benchmark set.
 */
final class Variables {

    private static final String PREFIX = "LOADHARNESS_";
    private static final Set<String> OTHERS = Set.of(
            "LOADHARNESS_CACHE", // the folder of LoadGen's sources, used by the build
            PluginFolder.VARIABLE);
    private static final String SOURCE = "environment ";

    private Variables() {}

    /**
     * Returns the values by option name.
     *
     * @throws IllegalArgumentException if a variable starts with {@code LOADHARNESS_} but has no option; the message suggests the nearest
     * known variable
     */
    static Map<String, ConfiguredValue> read(CommandSpec command, Map<String, String> environment) {
        Map<String, OptionSpec> options = new LinkedHashMap<>();
        for (OptionGroup group : OptionGroup.values()) {
            group.options(command).forEach(option -> options.put(variable(option), option));
        }
        Map<String, ConfiguredValue> values = new LinkedHashMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !OTHERS.contains(name) && !value.isEmpty()) {
                OptionSpec option = options.get(name);
                if (option == null) {
                    throw new IllegalArgumentException(
                            "unknown environment variable " + name + similar(name, options.keySet()));
                }
                values.put(OptionNames.of(option), new ConfiguredValue(arguments(option, name, value), SOURCE + name));
            }
        });
        return values;
    }

    /**
     * Returns the values of the variables of the datacenter benchmark, by option name.
     *
     * @param scenarios the scenarios whose target rates these variables may set, in lower case; empty if another source sets the rate
     */
    static Map<String, ConfiguredValue> ofBenchmark(Set<String> scenarios, Map<String, String> environment) {
        Map<String, ConfiguredValue> values = new LinkedHashMap<>();
        add(values, "--max-tokens", "MAX_TOKENS", environment);
        for (String each : List.of("server", "offline")) {
            if (scenarios.contains(each)) {
                add(values, "--" + each + "-target-qps", each.toUpperCase(Locale.ROOT) + "_TARGET_QPS", environment);
            }
        }
        return values;
    }

    private static void add(
            Map<String, ConfiguredValue> values, String option, String name, Map<String, String> environment) {
        String value = environment.getOrDefault(name, "");
        if (!value.isEmpty()) {
            values.put(option, new ConfiguredValue(List.of(value), SOURCE + name));
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
                        "the environment variable " + name + " must be true or false: got '" + value + "'");
        };
    }

    /** Returns the hint for an unknown variable. Names are compared without their common prefix. */
    private static String similar(String name, Set<String> known) {
        return Suggestions.similar(
                        name.substring(PREFIX.length()),
                        known.stream()
                                .map(each -> each.substring(PREFIX.length()))
                                .toList())
                .map(similar -> "; did you mean " + PREFIX + similar + "?")
                .orElse(": '" + ProgramName.NAME
                        + " run --help-all' lists the options; LOADHARNESS_TARGET_QPS sets --target-qps");
    }
}
