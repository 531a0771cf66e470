// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/** Kinds of a {@link Series}. */
public enum SeriesKind {
    /** A count since the start of the server. The count never decreases, except when the server restarts. */
    COUNTER,
    /** A current value. */
    GAUGE,
    /**
     * Cumulative counts of observations by upper bound. Each count is a {@link #COUNTER}. A histogram without bounds has only a count and a
     * sum.
     */
    HISTOGRAM
}
