// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A pattern for a phase. A phase lasts from the first start event to the next end event of the same process. If no process has both events,
 * the end event of another process ends the phase.
 *
 * @param title the title of the phase
 * @param begins the ids of start events; if no start event was logged, the phase starts before its end by the duration in field
 *     {@code lasts}
 * @param ends the ids of end events
 * @param lasts the field of the end event that contains the duration in seconds; empty if the event has no such field
 * @param measures the id of a fact; if no line contains this fact, the duration of the phase becomes its value; empty if the phase measures
 *     no fact
 * @param parts the sub-phases; this phase includes their spans
 */
record PhasePattern(
        @JsonProperty(required = true) String title,
        List<String> begins,
        @JsonProperty(required = true) List<String> ends,
        String lasts,
        String measures,
        List<PhasePattern> parts) {

    PhasePattern {
        begins = begins == null ? List.of() : List.copyOf(begins);
        ends = ends == null ? List.of() : List.copyOf(ends);
        lasts = lasts == null ? "" : lasts;
        measures = measures == null ? "" : measures;
        parts = parts == null ? List.of() : List.copyOf(parts);
    }
}
