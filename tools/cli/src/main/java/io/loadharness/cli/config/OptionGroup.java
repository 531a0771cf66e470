// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The groups of the options of {@code run}: headings of its help, and keys of a run file. The only place that says what belongs where:
 * the fields of {@code RunCommand} whose options belong to a group, and single options.
 */
public enum OptionGroup {
    /** Which servers, how to reach them, and what they are asked about themselves. */
    SERVER("server", "Servers", "server", "starting", "scraping", "serverProfiling", "--ready-timeout", "--warm-up"),
    /** Code of a plug-in. */
    PLUGIN("plugin", "Code of a plug-in", "plugin"),
    /** What LoadGen does. */
    LOADGEN("loadgen", "Load by MLPerf LoadGen", "loadGen", "mlperf"),
    /** What a schedule does. */
    SCHEDULE("schedule", "Load by a schedule, without LoadGen", "schedule"),
    /** What a profile of another tool says. */
    PROFILE("inference-perf", "A profile of inference-perf", "profiling"),
    /** What is asked. */
    DATA("data", "Data", "data"),
    /** How answers shall be. */
    GENERATION("generation", "Answers", "generation", "tokenizing"),
    /** Which server gets what. */
    SPREAD("spread", "The way of samples to servers", "spreading"),
    /** What is too much for the client. */
    CLIENT("client", "Limits of the client", "client"),
    /** What the figures have to be. */
    REQUIREMENTS("requirements", "What is required", "requirements"),
    /** What is shown, and left behind. */
    OUTPUT("output", "Output", "--output-dir", "displaying", "--metrics-port", "--metrics-host");

    private final String key;
    private final String heading;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is
    private final Set<String> members;

    OptionGroup(String key, String heading, String... members) {
        this.key = key;
        this.heading = heading;
        this.members = Set.of(members);
    }

    /** What people read above it. */
    public String heading() {
        return heading;
    }

    /** Its options that are shown, in the order in which they were declared. */
    public List<OptionSpec> options(CommandSpec command) {
        return OptionNames.own(command).stream()
                .filter(option -> !option.hidden() && has(command, option))
                .toList();
    }

    /** Its key in a run file. */
    public String key() {
        return key;
    }

    private boolean has(CommandSpec command, OptionSpec option) {
        return members.contains(OptionNames.of(option))
                || members.stream().anyMatch(member -> declares(command, member, option));
    }

    private static boolean declares(CommandSpec command, String mixin, OptionSpec option) {
        CommandSpec found = command.mixins().get(mixin);
        return found == null
                ? command.mixins().values().stream().anyMatch(each -> declares(each, mixin, option))
                : found.findOption(option.longestName()) != null;
    }
}
