// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of a command in its help, a heading above each group. */
public final class GroupedHelp {

    private GroupedHelp() {}

    /** Has the help of a command show its options so. */
    public static void install(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedHelp::render);
    }

    private static String render(Help help) {
        CommandSpec command = help.commandSpec();
        List<OptionSpec> rest = new ArrayList<>(
                command.options().stream().filter(option -> !option.hidden()).toList());
        StringBuilder text = new StringBuilder();
        for (OptionGroup group : OptionGroup.values()) {
            List<OptionSpec> options = group.options(command);
            rest.removeAll(options);
            append(text, group.heading(), options, help);
        }
        append(text, "Everywhere", rest, help);
        return text.toString();
    }

    private static void append(StringBuilder text, String heading, List<OptionSpec> options, Help help) {
        if (!options.isEmpty()) {
            text.append(String.format("%n%s:%n", heading)).append(help.optionListExcludingGroups(options));
        }
    }
}
