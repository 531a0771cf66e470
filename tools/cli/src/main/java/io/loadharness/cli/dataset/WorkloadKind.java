// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.options.EnumNames;
import io.loadharness.internal.Suggestions;
import io.loadharness.workload.WorkloadProfile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Kinds of synthetic workloads. */
enum WorkloadKind {
    /** A workload class with typical lengths, such as {@code summarization}. */
    PROFILE,
    /** Independent random prompts. */
    RANDOM,
    /** Groups of prompts with a shared prefix. */
    SHARED_PREFIXES,
    /** Conversations of several turns. */
    CONVERSATIONS,
    /** Prompts with the lengths of a trace. */
    TRACE;

    /**
     * Returns the kind for a name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message suggests the nearest name and lists all names
     */
    static WorkloadKind of(String name) {
        if (WorkloadProfile.names().contains(name)) {
            return PROFILE;
        }
        return Arrays.stream(values())
                .filter(each -> each != PROFILE && EnumNames.of(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown workload '" + name + "'" + Suggestions.hintAndNames(name, names())));
    }

    private static List<String> names() {
        return Stream.concat(
                        WorkloadProfile.names().stream(),
                        Arrays.stream(values()).filter(each -> each != PROFILE).map(EnumNames::of))
                .toList();
    }
}
