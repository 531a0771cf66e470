// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.Scenario;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.OptionSources;
import io.loadharness.cli.profiles.ProfileCatalog;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cluster.RunSubmitter;
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
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    public static final Set<String> COMMANDS = Set.of("run", "find-peak", "validate", "doctor");

    /** A URL whose double slash a {@link Path} has reduced to one, or a host with a port. */
    private static final Pattern URL = Pattern.compile("(https?:)/+(.+)|([\\w.-]+|\\[[\\da-f:]+]):\\d+(/.*)?");

    private static final String ENGINE_OPTION = "--engine-option";

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

    /**
     * Returns the values of a run file. If the file is a profile of another tool, or the name of a profile, returns it as {@code
     * --profile-file}.
     */
    private Map<String, ConfiguredValue> written(Path file, Map<String, String> environment) throws IOException {
        boolean isName = false;
        if (!Files.exists(file)) {
            Matcher url = URL.matcher(file.toString());
            if (url.matches()) {
                String address = url.group(1) == null ? "http://" + file : url.group(1) + "//" + url.group(2);
                throw new IllegalArgumentException(file + " is not a file: give the server with --url " + address);
            }
            ProfileCatalog profiles = profiles(environment);
            isName = profiles.has(file.toString());
            if (profiles.hasOnlySimilar(file.toString())) {
                profiles.require(file.toString());
            }
        }
        if (!isName && ProfileReader.toolOf(file).isEmpty()) {
            Optional<String> engine = value("--on");
            return RunFile.read(
                    file, parsed.commandSpec(), environment, written -> takesWholeRun(engine.orElse(written)));
        }
        if (parsed.hasMatchedOption(PROFILE_FILE)) {
            throw new IllegalArgumentException(
                    file + " and " + PROFILE_FILE + " are two profiles: give only one of them");
        }
        return Map.of(PROFILE_FILE, new ConfiguredValue(List.of(file.toString()), file.toString()));
    }

    private static boolean takesWholeRun(String engine) {
        return ServiceLoader.load(RunSubmitter.class).stream()
                .anyMatch(each -> each.get().name().equals(engine));
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
        added.addAll(engineOption());
        return added;
    }

    /** Returns the engine option of the profile, unless the user has set an option with the same key. */
    private List<String> engineOption() {
        Optional<MlperfProfile> profile = value("--profile").flatMap(MlperfProfile::find);
        String option = profile.flatMap(MlperfProfile::onnxOption).orElse("");
        List<String> given = values(ENGINE_OPTION);
        String key = option.substring(0, option.indexOf('=') + 1);
        if (option.isEmpty()
                || !value("--engine").equals(Optional.of("onnx"))
                || given.stream().anyMatch(each -> each.startsWith(key))) {
            return List.of();
        }
        if (given.isEmpty()) {
            sources.add(ENGINE_OPTION, profile.orElseThrow().source());
        }
        return List.of(ENGINE_OPTION + "=" + option);
    }

    /**
     * Returns the values of an option from the command line. If the command line does not contain the option, returns the values from the
     * source with the highest precedence.
     */
    private List<String> values(String option) {
        OptionSpec matched = parsed.matchedOption(option);
        return matched == null
                ? configured(option).map(ConfiguredValue::arguments).orElse(List.of())
                : matched.originalStringValues(); // the keys and values of a map are not separated
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
