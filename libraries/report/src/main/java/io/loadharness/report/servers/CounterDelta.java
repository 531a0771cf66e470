// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The increase of a counter or a histogram in a time span.
 *
 * @param increases the increase of a counter; for a histogram, the increases of its count, its sum and its buckets
 * @param buckets the bucket bounds of a histogram
 * @param perSecond the increase per second of the counter, or of the count of a histogram
 * @param restarts the number of server restarts in the time span; in a {@link #sum}, the maximum over all counters
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CounterDelta(double[] increases, HistogramBuckets buckets, double perSecond, int restarts) {

    static CounterDelta of(double[] increases, HistogramBuckets buckets, double seconds, int restarts) {
        return new CounterDelta(increases, buckets, increases[0] / seconds, restarts);
    }

    /**
     * Returns the sum of several increases; empty if there are no increases, or if the sum is not finite. If histograms have different
     * buckets, the result has only a count and a sum.
     */
    static Optional<CounterDelta> sum(Stream<CounterDelta> deltas) {
        return deltas.reduce(CounterDelta::plus).filter(all -> Double.isFinite(all.perSecond));
    }

    private CounterDelta plus(CounterDelta other) {
        boolean sameBuckets = buckets.equals(other.buckets);
        double[] sum = new double[sameBuckets ? increases.length : HistogramBuckets.FIRST];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = increases[i] + other.increases[i];
        }
        return new CounterDelta(
                sum,
                sameBuckets ? buckets : HistogramBuckets.NONE,
                perSecond + other.perSecond,
                Math.max(restarts, other.restarts));
    }

    /** Returns the summary of a counter. */
    CounterSummary counter() {
        return new CounterSummary(increases[0], perSecond);
    }

    /** Returns the mean of the values that a histogram counted in the time span; empty if there are no values. */
    OptionalDouble mean() {
        double mean = increases[1] / increases[0];
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }

    /**
     * Returns the summary of a histogram of times in seconds; empty if the histogram counted no values in the time span, or if their sum is
     * unknown.
     */
    Optional<LatencySummary> latency() {
        return increases[0] > 0 && Double.isFinite(increases[1])
                ? Optional.of(LatencySummary.of(increases, buckets))
                : Optional.empty();
    }
}
