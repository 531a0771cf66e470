// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How a phase is found: it lasts from the first of some events to the next of others in the same process.
 *
 * @param begins ids of events; without one before its end, the phase begins so long before the end as {@code lasts} says
 * @param ends ids of events
 * @param lasts the id of a time in a line that ends the phase; empty: none
 * @param measures the fact that is as long as the phase where no line tells it; empty: none
 * @param parts phases inside, by which this one is extended
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
