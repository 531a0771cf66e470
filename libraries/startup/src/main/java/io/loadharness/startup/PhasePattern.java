// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A pattern for a phase. A phase lasts from the first start event to the next end event of the same process. If no process has both events,
 * the end event of another process ends the phase.
 *
 * @param title the title of the phase
 * @param starts the ids of start events; if no start event was logged, the start is the time of the end event minus the duration in the
 *     field {@code lasts}
 * @param ends the ids of end events
 * @param lasts the field of the end event that contains the duration in seconds; empty if the event has no such field
 * @param measures the id of the fact that this phase measures, or empty; if no line contains the fact, its value is the duration of the
 *     phase
 * @param parts the sub-phases; this phase includes their spans
 */
record PhasePattern(
        @JsonProperty(required = true) String title,
        List<String> starts,
        @JsonProperty(required = true) List<String> ends,
        String lasts,
        String measures,
        List<PhasePattern> parts) {

    PhasePattern {
        starts = starts == null ? List.of() : List.copyOf(starts);
        ends = ends == null ? List.of() : List.copyOf(ends);
        lasts = lasts == null ? "" : lasts;
        measures = measures == null ? "" : measures;
        parts = parts == null ? List.of() : List.copyOf(parts);
    }
}
