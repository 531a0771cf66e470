// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.OptionSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Arguments of a command line, with added values for options that the command line does not contain. The values come, in order of
 * precedence, from the environment, a run file and an MLPerf profile.
 */
public final class ConfiguredArguments {

    /** The names of the commands whose options may also come from files and the environment. */
    public static final Set<String> COMMANDS = Set.of("run", "validate");

    private final ParseResult parsed;
    private final OptionSources sources;
    private final List<Map<String, ConfiguredValue>> layers = new ArrayList<>();

    private ConfiguredArguments(ParseResult parsed, OptionSources sources) {
        this.parsed = parsed;
        this.sources = sources;
    }

    /**
     * Returns the arguments to parse. Arguments that cannot be parsed are returned unchanged.
     *
     * @param scratch creates a command line for parsing; called only for commands in {@link #COMMANDS}
     * @param sources receives the source of each added value
     * @throws IllegalArgumentException if a value cannot be used; the message contains its location and the reason
     * @throws IOException if the run file cannot be read
     */
    public static String[] of(
            Supplier<CommandLine> scratch,
            List<String> arguments,
            Map<String, String> environment,
            OptionSources sources)
            throws IOException {
        Optional<String> name =
                arguments.stream().filter(each -> !each.startsWith("-")).findFirst();
        if (name.filter(COMMANDS::contains).isEmpty()) {
            return arguments.toArray(String[]::new);
        }
        CommandLine harness = scratch.get();
        harness.getSubcommands()
                .values()
                .forEach(each -> each.getCommandSpec().parser().collectErrors(true));
        ParseResult parsed = harness.parseArgs(arguments.toArray(String[]::new)).subcommand();
        if (parsed == null
                || parsed.isUsageHelpRequested()
                || parsed.isVersionHelpRequested()
                || !parsed.unmatched().isEmpty()) {
            return arguments.toArray(String[]::new);
        }
        ConfiguredArguments configured = new ConfiguredArguments(parsed, sources);
        configured.readLayers(environment);
        List<String> all = new ArrayList<>(arguments);
        all.addAll(arguments.indexOf(name.get()) + 1, configured.added());
        return all.toArray(String[]::new);
    }

    private void readLayers(Map<String, String> environment) throws IOException {
        CommandSpec command = parsed.commandSpec();
        layers.add(Variables.read(command, environment));
        Path file = parsed.matchedPositionalValue(0, null);
        Map<String, ConfiguredValue> written = file == null ? Map.of() : RunFile.read(file, command, environment);
        layers.add(written);
        boolean needsNoRate = value("--load").isPresent()
                || parsed.hasMatchedOption("--target-qps")
                || layers.get(0).containsKey("--target-qps");
        layers.add(1, Variables.ofBenchmark(needsNoRate ? Set.of() : scenarios(), environment));
        boolean accuracy = value("--accuracy").isPresent()
                || value("--test-mode").filter("accuracy"::equalsIgnoreCase).isPresent();
        value("--profile").flatMap(MlperfProfile::find).ifPresent(each -> layers.add(each.options(accuracy)));
    }

    private Set<String> scenarios() {
        return values("--scenario").stream()
                .flatMap(each -> Stream.of(each.split(",", -1)))
                .map(each -> each.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private List<String> added() {
        List<String> added = new ArrayList<>();
        for (OptionGroup group : OptionGroup.values()) {
            for (OptionSpec option : group.options(parsed.commandSpec())) {
                String name = OptionNames.of(option);
                Optional<ConfiguredValue> value = parsed.hasMatchedOption(option) ? Optional.empty() : configured(name);
                value.ifPresent(each -> {
                    sources.add(name, each.source());
                    boolean flag = option.arity().max() == 0;
                    each.arguments().forEach(argument -> added.add(flag ? name : name + "=" + argument));
                });
            }
        }
        return added;
    }

    /** Returns the values of an option from the command line or, if it lacks the option, from the source of the highest precedence. */
    private List<String> values(String option) {
        OptionSpec matched = parsed.matchedOption(option);
        return matched == null
                ? configured(option).map(ConfiguredValue::arguments).orElse(List.of())
                : matched.stringValues();
    }

    private Optional<String> value(String option) {
        return values(option).stream().findFirst();
    }

    private Optional<ConfiguredValue> configured(String option) {
        return layers.stream()
                .map(layer -> layer.get(option))
                .filter(value -> value != null)
                .findFirst();
    }
}
