// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.OptionalDouble;

/**
 * Times that a server measured within the window, by the difference of its histogram; in nanoseconds.
 *
 * @param count how many
 * @param mean exact: the sum of all times by their number
 * @param p50 the median, taken as if the times within a bucket were evenly spread; empty if no bucket says
 * @param p90 the 90th percentile, likewise
 * @param p99 the 99th percentile, likewise
 * @param lastBound the last bound of the buckets: a percentile that is empty is more than this; empty if there are no buckets
 */
public record LatencySummary(
        long count, double mean, OptionalDouble p50, OptionalDouble p90, OptionalDouble p99, OptionalDouble lastBound) {

    private static final double NANOS = 1e9;

    /** Of a histogram in seconds, of which at least one value came; the amounts are count, sum and buckets. */
    static LatencySummary of(double[] amounts, HistogramBuckets buckets) {
        return new LatencySummary(
                Math.round(amounts[0]),
                amounts[1] / amounts[0] * NANOS,
                nanos(buckets.percentile(50, amounts)),
                nanos(buckets.percentile(90, amounts)),
                nanos(buckets.percentile(99, amounts)),
                nanos(buckets.last()));
    }

    private static OptionalDouble nanos(OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * NANOS) : seconds;
    }
}
