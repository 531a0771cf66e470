// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Map;
import java.util.Set;

/** Checks that the templates of a pack contain the fields that the analysis reads. */
final class RequiredFields {

    /** The required fields of each event. */
    private static final Map<String, Set<String>> BY_EVENT = Map.of(
            "failed", Set.of("failure"),
            "freed", Set.of("freed", "in_use"),
            "asleep", Set.of("seconds"),
            "awake", Set.of("seconds"));

    private static final Set<String> NUMBERS = Set.of("freed", "in_use", "seconds");

    private static final Set<String> TEXTS = Set.of(
            "failure",
            "version",
            "model",
            "load_format",
            "sleep_mode",
            "arguments",
            "gpu_uuid",
            "gpu_name",
            "compute_cap",
            "persistence_mode");

    private RequiredFields() {}

    /** @throws IllegalArgumentException if the template lacks a field that the event requires, or a field has the wrong kind */
    static void check(String event, LineTemplate template) {
        for (String field : BY_EVENT.getOrDefault(event, Set.of())) {
            if (!template.fields().containsKey(field)) {
                throw wrong(event, template, "requires a field " + field);
            }
        }
        template.fields().forEach((field, kind) -> {
            if (TEXTS.contains(field) && kind.isNumber()) {
                throw wrong(event, template, "must declare the field " + field + " as word, quoted or rest");
            }
            if (isNumber(field) && !kind.isNumber()) {
                throw wrong(
                        event, template, "must declare the field " + field + " as time, size, binary-size or count");
            }
        });
    }

    private static boolean isNumber(String field) {
        return NUMBERS.contains(field);
    }

    private static IllegalArgumentException wrong(String event, LineTemplate template, String what) {
        return new IllegalArgumentException("the template \"" + template + "\" of event " + event + " " + what);
    }
}
