// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Generates a manual page for the command line, and one for each command, in the format of {@code man}. */
final class ManualPages {

    private final String version;

    private ManualPages(String version) {
        this.version = version;
    }

    static void write(CommandLine all, String version, Path folder) throws IOException {
        Files.createDirectories(folder);
        new ManualPages(version).write(all, folder);
    }

    private void write(CommandLine command, Path folder) throws IOException {
        String name = fileName(command.getCommandSpec());
        Files.writeString(folder.resolve(name + ".1"), page(command, name));
        for (CommandLine each : subcommands(command)) {
            write(each, folder);
        }
    }

    private static String fileName(CommandSpec command) {
        return command.qualifiedName("-");
    }

    /** Returns the visible commands in a command, each once: a command with several names occurs several times. */
    private static List<CommandLine> subcommands(CommandLine command) {
        return new LinkedHashSet<>(command.getSubcommands().values())
                .stream()
                        .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                        .toList();
    }

    private String page(CommandLine command, String name) {
        CommandSpec spec = command.getCommandSpec();
        String description = text(String.join(" ", spec.usageMessage().description()));
        StringBuilder page = new StringBuilder(".\\\" SPDX-License-Identifier: Apache-2.0\n");
        page.append(".TH ").append(name.toUpperCase(java.util.Locale.ROOT)).append(" 1 \"\" \"LoadHarness ");
        page.append(version).append("\"\n.SH NAME\n").append(escaped(name)).append(" \\- ");
        page.append(escaped(firstSentence(description))).append("\n.SH SYNOPSIS\n");
        synopsis(spec, page);
        page.append(".SH DESCRIPTION\n").append(line(description)).append("\n");
        if (!subcommands(command).isEmpty()) {
            page.append(".SH COMMANDS\n");
            subcommands(command)
                    .forEach(each -> entry(
                            fileName(each.getCommandSpec()) + "(1)",
                            firstSentence(text(String.join(
                                    " ", each.getCommandSpec().usageMessage().description()))),
                            page));
        }
        List<OptionSpec> options = spec.options().stream()
                .filter(each -> !each.hidden() && (!each.inherited() || spec.parent() == null))
                .toList();
        if (!options.isEmpty() || !spec.positionalParameters().isEmpty()) {
            page.append(".SH OPTIONS\n");
            spec.positionalParameters().stream()
                    .filter(each -> !each.hidden())
                    .forEach(each -> entry(each.paramLabel(), descriptionOf(each), page));
            options.forEach(each -> entry(names(each), descriptionOf(each), page));
        }
        exitStatus(spec.usageMessage().exitCodeList(), page);
        if (spec.parent() != null) {
            page.append(".SH SEE ALSO\n")
                    .append(escaped(fileName(spec.parent())))
                    .append("(1)\n");
        }
        return page.toString();
    }

    private static void synopsis(CommandSpec spec, StringBuilder page) {
        String[] custom = spec.usageMessage().customSynopsis();
        String parameters = spec.positionalParameters().stream()
                .filter(each -> !each.hidden())
                .map(each -> each.arity().min() == 0 ? " [" + each.paramLabel() + "]" : " " + each.paramLabel())
                .collect(Collectors.joining());
        String usual = spec.qualifiedName() + (spec.subcommands().isEmpty() ? parameters + " [OPTION]..." : " COMMAND");
        page.append(Arrays.stream(custom.length == 0 ? new String[] {usual} : custom)
                .map(each -> line(text(each)))
                .collect(Collectors.joining("\n.br\n", "", "\n")));
    }

    private static void exitStatus(Map<String, String> codes, StringBuilder page) {
        if (!codes.isEmpty()) {
            page.append(".SH EXIT STATUS\n");
            codes.forEach((code, meaning) -> entry(code, text(meaning), page));
        }
    }

    private static void entry(String term, String description, StringBuilder page) {
        page.append(".TP\n.B ").append(escaped(term)).append("\n");
        page.append(line(description)).append("\n");
    }

    private static String names(OptionSpec option) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        return String.join(", ", option.names()) + label;
    }

    private static String descriptionOf(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        return text(String.join(" ", argument.description()))
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()))
                .replace("${COMPLETION-CANDIDATES}", candidates == null ? "" : String.join(", ", candidates));
    }

    /** Returns a text of picocli without its escape of the percent sign. */
    private static String text(String description) {
        return description.replace("%n", " ").replace("%%", "%");
    }

    private static String firstSentence(String description) {
        int end = description.indexOf(". ");
        String sentence = end < 0 ? description : description.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** Escapes a line of text. A control character at its start would make it a request. */
    private static String line(String text) {
        String escaped = escaped(text);
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("\\R", " ");
    }
}
