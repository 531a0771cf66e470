// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.OptionalDouble;

/**
 * Latencies that a server measured within the window, computed from the increase of its histogram. Percentiles assume that values are
 * evenly distributed in a bucket. Times are in nanoseconds.
 *
 * @param count the number of values
 * @param mean the exact mean: the sum of the values divided by their number
 * @param p50 the median; empty if it is above the last bound
 * @param p90 the 90th percentile; empty if it is above the last bound
 * @param p99 the 99th percentile; empty if it is above the last bound
 * @param lastBound the highest finite bound of a bucket; empty without buckets
 */
public record LatencySummary(
        long count, double mean, OptionalDouble p50, OptionalDouble p90, OptionalDouble p99, OptionalDouble lastBound) {

    private static final double NANOS = 1e9;

    /**
     * Creates the summary of a histogram of times in seconds. The count must have increased by at least one.
     *
     * @param values the increases of count, sum and buckets
     */
    static LatencySummary of(double[] values, HistogramBuckets buckets) {
        return new LatencySummary(
                Math.round(values[0]),
                values[1] / values[0] * NANOS,
                nanos(buckets.percentile(50, values)),
                nanos(buckets.percentile(90, values)),
                nanos(buckets.percentile(99, values)),
                nanos(buckets.last()));
    }

    private static OptionalDouble nanos(OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * NANOS) : seconds;
    }
}
