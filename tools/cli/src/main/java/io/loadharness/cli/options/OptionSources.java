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

/** The sources of option values that are not given on the command line. Each command line has its own instance. Not thread-safe. */
public final class OptionSources {

    /** The source of options that are given on the command line. */
    public static final String FLAG = "flag";

    private static final String MIXIN = "sources";
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

    private final Map<String, String> byOption = new LinkedHashMap<>();

    /** Creates an empty set of sources. */
    public OptionSources() {}

    /** Attaches these sources to a command line. Its commands get the sources by {@link #of(CommandSpec)}. */
    public void addTo(CommandLine commandLine) {
        commandLine.getCommandSpec().addMixin(MIXIN, CommandSpec.wrapWithoutInspection(this));
    }

    /** Returns the sources of the command line that a command belongs to. */
    public static OptionSources of(CommandSpec command) {
        CommandSpec sources = command.root().mixins().get(MIXIN);
        if (sources == null) {
            throw new IllegalStateException("addTo was not called for this command line");
        }
        return (OptionSources) sources.userObject();
    }

    /**
     * Adds the source of an option.
     *
     * @param option the name of the option
     * @param source the source, for example {@code run.yaml:12}
     */
    public void add(String option, String source) {
        byOption.put(option, source);
    }

    /** Returns the source of an option: {@link #FLAG}, {@code default}, or the added source. */
    public String of(OptionSpec option) {
        String source = byOption.get(OptionNames.of(option));
        if (source != null) {
            return source;
        }
        return option.command().commandLine().getParseResult().hasMatchedOption(option) ? FLAG : "default";
    }

    /**
     * Adds sources to a message: the source of each option that the message names, except for options that were given on the command line.
     */
    public String annotate(String message) {
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
