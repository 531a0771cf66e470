// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.metrics.RequestCounts;
import java.util.Optional;

/** The finding that responses contradict the token counts that their servers reported. */
final class ContradictoryCounts {

    private ContradictoryCounts() {}

    /** Returns the finding as a reason why a run is not valid; empty if no response has contradictory counts. */
    static Optional<Reason> reason(RequestCounts counts) {
        long contradictory = counts.contradictoryCounts();
        return contradictory == 0
                ? Optional.empty()
                : Optional.of(new Reason(
                                Reason.Code.CONTRADICTORY_COUNTS,
                                Quantity.count(contradictory) + " of " + Quantity.count(counts.completed())
                                        + " responses have contradictory token counts: different counts in one response,"
                                        + " fewer tokens than chunks with tokens, or another number than that of the token ids")
                        .with("samples", contradictory)
                        .with("completed", counts.completed()));
    }

    /** Returns the finding as a warning. */
    static Optional<String> warning(RequestCounts counts) {
        return reason(counts).map(each -> each.text() + ". Do not rely on the token metrics.");
    }
}
