// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;

/**
 * The metrics of a run over time.
 *
 * @param startNanos the start of the first bin: the scheduled start of the first sample, rounded down to 10 ms
 * @param binNanos the length of each bin
 * @param bins the bins in order
 */
public record TimeSeries(long startNanos, long binNanos, List<Bin> bins) {

    /**
     * One bin. Percentiles are in nanoseconds and cover the requests that completed in the bin; {@link Metric#NONE} if there are no values.
     *
     * @param scheduled the number of samples with a scheduled start in the bin
     * @param completed the number of requests that completed in the bin
     * @param failed the number of samples that failed in the bin
     * @param outputTokens the number of received tokens; the tokens of a response are distributed evenly over its chunks
     * @param inFlight the mean number of requests in flight
     * @param ttftP50 the median of the time to first token (sent)
     * @param ttftP99 the 99th percentile of the time to first token (sent)
     * @param tpotP50 the median of the time per output token
     * @param tpotP99 the 99th percentile of the time per output token
     * @param latencyP50 the median of the latency (sent)
     * @param latencyP99 the 99th percentile of the latency (sent)
     */
    public record Bin(
            long scheduled,
            long completed,
            long failed,
            double outputTokens,
            double inFlight,
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
