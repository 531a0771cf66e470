// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.Scenario;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.OptionSources;
import io.loadharness.cli.profiles.ProfileCatalog;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.report.RuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
 * precedence, from the environment, a run file, an MLPerf profile and the rules.
 */
public final class ConfiguredArguments {

    /** The names of the commands whose options may also come from files and the environment. */
    public static final Set<String> COMMANDS = Set.of("run", "validate");

    private static final String PROFILE_FILE = "--profile-file";

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
     * @throws IllegalArgumentException if a value cannot be used; the message gives its location and the reason
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
        Map<String, ConfiguredValue> written = file == null ? Map.of() : written(file, environment);
        layers.add(written);
        Optional<RuleSet> rules = value("--rules").flatMap(ConfiguredArguments::rules);
        Map<String, ConfiguredValue> defaults = new HashMap<>();
        rules.ifPresent(set -> addScenarios(set, defaults));
        layers.add(defaults);
        boolean needsNoRate = value("--load").isPresent()
                || parsed.hasMatchedOption("--target-qps")
                || layers.get(0).containsKey("--target-qps");
        layers.add(1, Variables.ofBenchmark(needsNoRate ? Set.of() : scenarios(), environment));
        boolean accuracy = value("--accuracy").isPresent()
                || value("--test-mode").filter("accuracy"::equalsIgnoreCase).isPresent();
        value("--profile")
                .flatMap(MlperfProfile::find)
                .ifPresent(each -> layers.add(layers.size() - 1, each.options(accuracy)));
        boolean hasNoRate = Stream.of("--load", "--target-qps", "--user-conf")
                .allMatch(each -> value(each).isEmpty());
        rules.filter(set -> !accuracy && hasNoRate).ifPresent(set -> addRates(set, defaults));
        rules.ifPresent(set -> addSizes(set, defaults));
    }

    private static Optional<RuleSet> rules(String name) {
        return Arrays.stream(RuleSet.values())
                .filter(each -> each.id().equalsIgnoreCase(name))
                .findFirst();
    }

    private void addScenarios(RuleSet rules, Map<String, ConfiguredValue> defaults) {
        boolean isNeeded = Stream.of("--scenario", "--load", "--profile-file")
                .allMatch(each -> value(each).isEmpty());
        if (isNeeded && !rules.scenarios().isEmpty()) {
            String names = rules.scenarios().stream().map(EnumNames::of).collect(Collectors.joining(","));
            addDefault(rules, "--scenario", names, defaults);
        }
    }

    private void addRates(RuleSet rules, Map<String, ConfiguredValue> defaults) {
        for (Scenario each : Scenario.values()) {
            boolean sizedByModel =
                    each == Scenario.OFFLINE && value("--lg-model-name").isPresent();
            if (scenarios().contains(EnumNames.of(each)) && !sizedByModel) {
                rules.targetQps(each)
                        .ifPresent(rate -> addDefault(
                                rules, "--" + EnumNames.of(each) + "-target-qps", String.valueOf(rate), defaults));
            }
        }
    }

    private static void addSizes(RuleSet rules, Map<String, ConfiguredValue> defaults) {
        rules.maxTokens().ifPresent(tokens -> addDefault(rules, "--max-tokens", String.valueOf(tokens), defaults));
        if (rules.warmUps() > 0) {
            addDefault(rules, "--warm-up", String.valueOf(rules.warmUps()), defaults);
        }
    }

    private static void addDefault(RuleSet rules, String option, String value, Map<String, ConfiguredValue> defaults) {
        defaults.put(option, new ConfiguredValue(List.of(value), "rules " + rules.id()));
    }

    /** Returns the values of a run file. A profile of another tool, or the name of a profile, is the value of {@code --profile-file}. */
    private Map<String, ConfiguredValue> written(Path file, Map<String, String> environment) throws IOException {
        boolean isName = false;
        if (!Files.exists(file)) {
            ProfileCatalog profiles = profiles(environment);
            isName = profiles.has(file.toString());
            if (profiles.hasOnlySimilar(file.toString())) {
                profiles.require(file.toString());
            }
        }
        if (!isName && ProfileReader.toolOf(file).isEmpty()) {
            return RunFile.read(file, parsed.commandSpec(), environment);
        }
        if (parsed.hasMatchedOption(PROFILE_FILE)) {
            throw new IllegalArgumentException(
                    file + " and " + PROFILE_FILE + " are two profiles: give only one of them");
        }
        return Map.of(PROFILE_FILE, new ConfiguredValue(List.of(file.toString()), file.toString()));
    }

    private ProfileCatalog profiles(Map<String, String> environment) throws IOException {
        return ProfileCatalog.read(value("--profiles-dir")
                .or(() -> Optional.ofNullable(environment.get(ProfileCatalog.FOLDER_VARIABLE)))
                .filter(each -> !each.isBlank())
                .map(Path::of));
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
