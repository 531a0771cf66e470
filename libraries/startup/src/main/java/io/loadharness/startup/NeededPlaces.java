// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.Map;
import java.util.Set;

/** What the templates of a pack must have, because it is looked for under these names. */
final class NeededPlaces {

    /** Of events that are nothing without a number or a text. */
    private static final Map<String, Set<String>> OF_EVENTS = Map.of(
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

    private NeededPlaces() {}

    /** @throws IllegalArgumentException if a template of the event lacks a place, or takes a text for a number or the other way round */
    static void check(String event, LineTemplate template) {
        for (String place : OF_EVENTS.getOrDefault(event, Set.of())) {
            if (!template.fields().containsKey(place)) {
                throw wrong(event, template, "needs a place " + place);
            }
        }
        template.fields().forEach((place, kind) -> {
            if (TEXTS.contains(place) && kind.isNumber()) {
                throw wrong(event, template, "must have a word, quoted text or the rest of the line as " + place);
            }
            if (isNumber(place) && !kind.isNumber()) {
                throw wrong(event, template, "must have a number as " + place);
            }
        });
    }

    private static boolean isNumber(String place) {
        return NUMBERS.contains(place);
    }

    private static IllegalArgumentException wrong(String event, LineTemplate template, String what) {
        return new IllegalArgumentException("the template \"" + template + "\" of " + event + " " + what);
    }
}
