// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;

/**
 * How a run went over time.
 *
 * @param binNanos the length of each bin; the first begins with the window of the run
 * @param bins one after the other
 */
public record TimeSeries(long binNanos, List<Bin> bins) {

    /**
     * A part of the run. Percentiles are of the requests that ended in it, in nanoseconds, {@link Metric#NONE} if there is none.
     *
     * @param due samples that were due in it
     * @param answered requests whose answer was complete in it
     * @param failed samples that failed in it
     * @param outputTokens tokens that came in it; the tokens of an answer are taken as spread evenly over its pieces
     * @param open requests that were open, on average
     * @param ttftP50 median of the time to first token, from the send
     * @param ttftP99 the 99th percentile
     * @param tpotP50 median of the time per output token
     * @param tpotP99 the 99th percentile
     * @param latencyP50 median of the latency, from the send
     * @param latencyP99 the 99th percentile
     */
    public record Bin(
            long due,
            long answered,
            long failed,
            double outputTokens,
            double open,
            long ttftP50,
            long ttftP99,
            long tpotP50,
            long tpotP99,
            long latencyP50,
            long latencyP99) {}

    public TimeSeries {
        bins = List.copyOf(bins);
    }
}
