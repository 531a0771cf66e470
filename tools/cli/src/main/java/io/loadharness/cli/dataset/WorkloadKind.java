// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.options.EnumNames;
import io.loadharness.internal.Suggestions;
import io.loadharness.workload.WorkloadProfile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What can be made up besides the classes of workloads. */
enum WorkloadKind {
    /** A class of workloads. */
    PROFILE,
    /** Prompts that have nothing in common. */
    RANDOM,
    /** Prompts in groups that begin alike. */
    SHARED_PREFIXES,
    /** Conversations of several turns. */
    CONVERSATIONS,
    /** Prompts as long as those of a trace. */
    TRACE;

    /**
     * The kind of a name.
     *
     * @throws IllegalArgumentException if there is none; names the nearest, and all
     */
    static WorkloadKind of(String name) {
        if (WorkloadProfile.names().contains(name)) {
            return PROFILE;
        }
        return Arrays.stream(values())
                .filter(each -> each != PROFILE && EnumNames.of(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is no workload; the nearest is "
                        + Suggestions.nearest(name, names()) + ", and there are " + String.join(", ", names())));
    }

    private static List<String> names() {
        return Stream.concat(
                        WorkloadProfile.names().stream(),
                        Arrays.stream(values()).filter(each -> each != PROFILE).map(EnumNames::of))
                .toList();
    }
}
