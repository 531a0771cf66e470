// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The increase of a counter or a histogram in a time span.
 *
 * @param amounts of a counter its own; of a histogram those of its count, of its sum and of its buckets
 * @param buckets of a histogram
 * @param perSecond of the first amount
 * @param restarts how often a server began anew, at most
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CounterDelta(double[] amounts, HistogramBuckets buckets, double perSecond, int restarts) {

    static CounterDelta of(double[] amounts, HistogramBuckets buckets, double seconds, int restarts) {
        return new CounterDelta(amounts, buckets, amounts[0] / seconds, restarts);
    }

    /** All of some; empty if there is none, or no number that a server can have counted. Of histograms with other buckets only count and sum are known. */
    static Optional<CounterDelta> all(Stream<CounterDelta> some) {
        return some.reduce(CounterDelta::and).filter(all -> Double.isFinite(all.perSecond));
    }

    private CounterDelta and(CounterDelta other) {
        boolean alike = buckets.equals(other.buckets);
        double[] sum = new double[alike ? amounts.length : HistogramBuckets.FIRST];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = amounts[i] + other.amounts[i];
        }
        return new CounterDelta(
                sum,
                alike ? buckets : HistogramBuckets.NONE,
                perSecond + other.perSecond,
                Math.max(restarts, other.restarts));
    }

    /** As a counter. */
    CounterSummary count() {
        return new CounterSummary(amounts[0], perSecond);
    }

    /** Of a histogram, the mean of the values that came; empty if none did. */
    OptionalDouble mean() {
        double mean = amounts[1] / amounts[0];
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }

    /** As a histogram of seconds; empty if nothing came, or nobody knows how long it took. */
    Optional<LatencySummary> times() {
        return amounts[0] > 0 && Double.isFinite(amounts[1])
                ? Optional.of(LatencySummary.of(amounts, buckets))
                : Optional.empty();
    }
}
