// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.Harness;
import io.loadharness.cli.config.OptionGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates the Markdown page of all commands and options from their declarations. */
final class CliReference {

    private static final String HEAD = """
            # Commands and options

            This page is generated from the commands. `./harness COMMAND --help` shows the same text.
            For `run`, `find-peak`, `validate` and `doctor`, use `--help-all`.
            Every command has these options:

            - `--help` shows the help, and `--version` shows the version.
            - `--debug` adds the stack trace of an error.
              With `run --on=kubernetes`, `--debug` starts a sleeping pod for debugging, and does not start a run.
            - `--plugins` adds a folder of [plug-ins](../guides/plugins.md).

            See [the command line](../guides/cli.md) for explanations, and [configuration](../guides/configuration.md) for run files and environment
            variables.
            """;

    private final StringBuilder page = new StringBuilder(HEAD);

    private CliReference() {}

    static String page() {
        CliReference reference = new CliReference();
        Harness.commandLine().getSubcommands().values().forEach(reference::append);
        return reference.page.toString();
    }

    private void append(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        page.append("\n## ")
                .append(spec.qualifiedName().replaceFirst("harness ", ""))
                .append("\n\n");
        page.append("```\n").append(synopsis(spec)).append("\n```\n\n");
        page.append(String.join("\n", spec.usageMessage().description())).append("\n");
        spec.positionalParameters()
                .forEach(each -> table("", List.of("| `" + each.paramLabel() + "` | " + text(each) + " |")));
        List<OptionSpec> options = spec.options().stream()
                .filter(each -> !each.hidden() && !each.inherited() && !each.usageHelp() && !each.versionHelp())
                .toList();
        if (Set.of("harness run", "harness find-peak", "harness validate", "harness doctor")
                .contains(spec.qualifiedName())) {
            grouped(spec, options);
        } else {
            table("", options.stream().map(CliReference::row).toList());
        }
        new HashSet<>(command.getSubcommands().values())
                .stream()
                        .sorted((a, b) -> a.getCommandName().compareTo(b.getCommandName()))
                        .forEach(this::append);
    }

    private void grouped(CommandSpec spec, List<OptionSpec> options) {
        List<OptionSpec> rest = new ArrayList<>(options);
        if (spec.name().equals("run")) {
            for (OptionGroup group : OptionGroup.values()) {
                table(
                        group.heading() + ", `" + group.key() + ":` in a file:",
                        group.options(spec).stream().map(CliReference::row).toList());
            }
        } else {
            Arrays.stream(OptionGroup.values()).forEach(group -> rest.removeAll(group.options(spec)));
            table(
                    "All options of `run`, and",
                    rest.stream().map(CliReference::row).toList());
            page.append(rest.isEmpty() ? "\nAlso all options of `run`.\n" : "");
        }
    }

    private void table(String above, List<String> rows) {
        if (!rows.isEmpty()) {
            page.append(above.isEmpty() ? "" : "\n" + above + "\n").append("\n| | |\n|---|---|\n");
            page.append(String.join("\n", rows)).append("\n");
        }
    }

    private static String row(OptionSpec option) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        return "| `" + String.join(", ", option.names()) + label + "` | " + text(option) + " |";
    }

    private static String text(ArgSpec argument) {
        String candidates =
                argument.completionCandidates() == null ? "" : String.join(", ", argument.completionCandidates());
        return String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", argument.defaultValueString())
                .replace("${COMPLETION-CANDIDATES}", candidates)
                .replace("%%", "%")
                .replace("|", "\\|");
    }

    private static String synopsis(CommandSpec spec) {
        String[] custom = spec.usageMessage().customSynopsis();
        boolean parent = !spec.subcommands().isEmpty();
        String parameters = spec.positionalParameters().stream()
                .map(each -> each.arity().min() == 0 ? " [" + each.paramLabel() + "]" : " " + each.paramLabel())
                .collect(Collectors.joining());
        return custom.length > 0
                ? String.join("\n", custom)
                : spec.qualifiedName() + (parent ? " COMMAND" : parameters + " [OPTION]...");
    }
}
