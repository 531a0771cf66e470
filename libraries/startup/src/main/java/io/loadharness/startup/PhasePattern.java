// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A pattern for a phase. A phase lasts from the first start event to the next end event of the same process.
 *
 * @param title the title of the phase
 * @param begins the ids of start events; if no start event was logged, the phase starts {@code lasts} seconds before its end
 * @param ends the ids of end events
 * @param lasts the field of the end event that contains the duration; empty if there is none
 * @param measures the fact that gets the duration of the phase as its value if no line contains the fact; empty if there is none
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
