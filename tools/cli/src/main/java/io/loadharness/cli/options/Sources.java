// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Where the values of options came from that no flag gave. Belongs to one command line; for one thread. */
public final class Sources {

    private static final String MIXIN = "sources";
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

    private final Map<String, String> byOption = new LinkedHashMap<>();

    /** Nothing so far. */
    public Sources() {}

    /** Makes them known to the commands of a command line. */
    public void addTo(CommandLine commandLine) {
        commandLine.getCommandSpec().addMixin(MIXIN, CommandSpec.wrapWithoutInspection(this));
    }

    /** Those of the command line that a command belongs to. */
    public static Sources of(CommandSpec command) {
        CommandSpec sources = command.root().mixins().get(MIXIN);
        if (sources == null) {
            throw new IllegalStateException("addTo was not called for this command line");
        }
        return (Sources) sources.userObject();
    }

    /**
     * Keeps one.
     *
     * @param option its name
     * @param source as in {@code run.yaml:12}
     */
    public void add(String option, String source) {
        byOption.put(option, source);
    }

    /** Where the value of an option came from: {@code flag}, {@code default}, or what was kept. */
    String of(OptionSpec option) {
        String source = byOption.get(OptionNames.of(option));
        if (source != null) {
            return source;
        }
        return option.command().commandLine().getParseResult().hasMatchedOption(option) ? "flag" : "default";
    }

    /** A message with a word on each option in it that no flag gave. */
    public String placed(String message) {
        Set<String> named = OPTION.matcher(message)
                .results()
                .map(MatchResult::group)
                .filter(byOption::containsKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return named.isEmpty()
                ? message
                : message.strip().replaceAll("\\.$", "")
                        + named.stream()
                                .map(option -> option + " comes from " + byOption.get(option))
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
