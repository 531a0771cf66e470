// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.Sources;
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

/** Arguments with what the environment, a run file and a profile say, in this order, for the options that they leave out. */
public final class ConfiguredArguments {

    /** The names of the commands whose options may come from files and the environment. */
    public static final Set<String> COMMANDS = Set.of("run", "validate");

    private final ParseResult parsed;
    private final Sources sources;
    private final List<Map<String, Given>> layers = new ArrayList<>();

    private ConfiguredArguments(ParseResult parsed, Sources sources) {
        this.parsed = parsed;
        this.sources = sources;
    }

    /**
     * The arguments to parse instead. Those that cannot be understood are left as they are.
     *
     * @param scratch makes a command line that is used for nothing else; not asked for commands that only flags describe
     * @param sources is told where values come from
     * @throws IllegalArgumentException if what stands in for flags cannot be used; says where and why
     * @throws IOException if the run file cannot be read
     */
    public static String[] of(
            Supplier<CommandLine> scratch, List<String> arguments, Map<String, String> environment, Sources sources)
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
        Map<String, Given> written = file == null ? Map.of() : RunFile.read(file, command, environment);
        layers.add(written);
        boolean others = value("--load").isPresent()
                || parsed.hasMatchedOption("--target-qps")
                || layers.get(0).containsKey("--target-qps");
        layers.add(1, Variables.ofBenchmark(others ? Set.of() : scenarios(), environment));
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
                Optional<Given> given = parsed.hasMatchedOption(option) ? Optional.empty() : stronger(name);
                given.ifPresent(each -> {
                    sources.add(name, each.source());
                    boolean flag = option.arity().max() == 0;
                    each.arguments().forEach(argument -> added.add(flag ? name : name + "=" + argument));
                });
            }
        }
        return added;
    }

    /** What an option is given, by whomever. */
    private List<String> values(String option) {
        OptionSpec matched = parsed.matchedOption(option);
        return matched == null ? stronger(option).map(Given::arguments).orElse(List.of()) : matched.stringValues();
    }

    private Optional<String> value(String option) {
        return values(option).stream().findFirst();
    }

    private Optional<Given> stronger(String option) {
        return layers.stream()
                .map(layer -> layer.get(option))
                .filter(given -> given != null)
                .findFirst();
    }
}
