// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of a command with many options: {@code --help} shows the common options, {@code --help-all} shows all options by group. */
public final class GroupedHelp {

    private static final String HELP_ALL = "--help-all";

    /** The ten options that {@code --help} describes, in display order. */
    private static final List<String> COMMON = List.of(
            "--url",
            "--scenario",
            "--target-qps",
            "--load",
            "--rate",
            "--duration",
            "--concurrency",
            "--dataset-path",
            "--require",
            "--output-dir");

    private GroupedHelp() {}

    /** Adds {@code --help-all} to a command, and groups its options in both forms of help. */
    public static void install(CommandLine command) {
        OptionSpec helpAll = OptionSpec.builder(HELP_ALL)
                .type(boolean.class)
                .arity("0")
                .usageHelp(true)
                .description("Show the help with all options, and exit.")
                .build();
        command.getCommandSpec().addOption(helpAll);
        command.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                        help -> render(help, Boolean.TRUE.equals(helpAll.getValue())));
    }

    private static String render(Help help, boolean showsAll) {
        CommandSpec command = help.commandSpec();
        List<OptionSpec> ungrouped = new ArrayList<>(
                command.options().stream().filter(option -> !option.hidden()).toList());
        StringBuilder text = new StringBuilder();
        append(text, "Common options", common(command), help);
        if (!showsAll) {
            text.append(
                    String.format("%nMore options (./%s %s lists all options):%n", command.qualifiedName(), HELP_ALL));
        }
        for (OptionGroup group : OptionGroup.values()) {
            List<OptionSpec> options = group.options(command);
            ungrouped.removeAll(options);
            if (showsAll) {
                append(text, group.heading() + " (run file key: " + group.key() + ")", options, help);
            } else if (!options.isEmpty()) {
                text.append(String.format(Locale.ROOT, "  %-42s%3d options%n", group.heading(), options.size()));
            }
        }
        append(text, "General options", ungrouped, help);
        return text.toString();
    }

    private static List<OptionSpec> common(CommandSpec command) {
        List<OptionSpec> options = OptionNames.own(command);
        return COMMON.stream()
                .flatMap(name ->
                        options.stream().filter(option -> OptionNames.of(option).equals(name)))
                .toList();
    }

    private static void append(StringBuilder text, String heading, List<OptionSpec> options, Help help) {
        if (!options.isEmpty()) {
            text.append(String.format("%n%s:%n", heading)).append(help.optionListExcludingGroups(options));
        }
    }
}
