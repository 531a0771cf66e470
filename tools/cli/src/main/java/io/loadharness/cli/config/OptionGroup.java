// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Groups of the options of {@code run}. Each group is a heading in the help and a key in a run file. A group contains all options of
 * some mixin fields of {@code RunCommand}, and other options that the group lists by name.
 */
public enum OptionGroup {
    /** Servers, their connections, and options to record their metrics and traces. */
    SERVER("server", "Servers", "server", "starting", "scraping", "serverProfiling", "--ready-timeout", "--warm-up"),
    /** Engines in the process of the harness. */
    ENGINE("engines", "Engines without a server", "engine"),
    /** Client plug-ins and load generator plug-ins. */
    PLUGIN("plugin", "Plug-ins", "plugin"),
    /** Load from LoadGen. */
    LOADGEN("loadgen", "Load from MLPerf LoadGen", "loadGen", "mlperf", "scoring"),
    /** Load from a schedule. */
    SCHEDULE("schedule", "Load from a schedule, without LoadGen", "schedule", "slicing"),
    /** Profiles of inference-perf and other tools. */
    PROFILE("inference-perf", "Profiles of inference-perf, guidellm, vllm-benchmark and fmperf", "profiling"),
    /** Data sets and synthetic prompts. */
    DATA("data", "Data sets and synthetic prompts", "data"),
    /** Completions and their tokens. */
    GENERATION("generation", "Completions and tokens", "generation", "tokenizing"),
    /** Distribution of samples over servers. */
    SPREAD("spread", "Routing, concurrency and batches", "spreading"),
    /** Workers that send the requests. */
    CLUSTER("cluster", "Workers on many machines", "working", "submitting"),
    /** Limits of the client. */
    CLIENT("client", "Limits of the client", "client"),
    /** Requirements on the metrics of a run. */
    REQUIREMENTS("requirements", "Requirements", "requirements"),
    /** Console output, files and metrics. */
    OUTPUT("output", "Output", "--output-dir", "--max-time", "displaying", "--metrics-port", "--metrics-host");

    private final String key;
    private final String heading;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<String> members;

    OptionGroup(String key, String heading, String... members) {
        this.key = key;
        this.heading = heading;
        this.members = Set.of(members);
    }

    /** Returns the heading in the help. */
    public String heading() {
        return heading;
    }

    /** Returns the options of this group that are not hidden, in declaration order. */
    public List<OptionSpec> options(CommandSpec command) {
        // Identity instead of names: picocli interpolates variables in the names of an option whenever it is asked for
        // them.
        Set<OptionSpec> declared = Collections.newSetFromMap(new IdentityHashMap<>());
        members.stream().map(command.optionsMap()::get).forEach(declared::add);
        addMixins(command, declared);
        return OptionNames.own(command).stream()
                .filter(option -> !option.hidden() && declared.contains(option))
                .toList();
    }

    /** Returns the key in a run file. */
    public String key() {
        return key;
    }

    private void addMixins(CommandSpec command, Set<OptionSpec> declared) {
        command.mixins().forEach((field, mixin) -> {
            if (members.contains(field)) {
                declared.addAll(mixin.options());
            } else {
                addMixins(mixin, declared);
            }
        });
    }
}
