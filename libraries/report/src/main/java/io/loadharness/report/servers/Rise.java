package io.loadharness.report.servers;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * By how much a counter grew in a part of time, or a histogram.
 *
 * @param amounts of a counter its own; of a histogram those of its count, of its sum and of its buckets
 * @param buckets of a histogram
 * @param perSecond of the first amount
 * @param restarts how often a server began anew, at most
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Rise(double[] amounts, HistogramBuckets buckets, double perSecond, int restarts) {

    static Rise of(double[] amounts, HistogramBuckets buckets, double seconds, int restarts) {
        return new Rise(amounts, buckets, amounts[0] / seconds, restarts);
    }

    /** All of some; empty if there is none, or no number that a server can have counted. Of histograms with other buckets only count and sum are known. */
    static Optional<Rise> all(Stream<Rise> some) {
        return some.reduce(Rise::and).filter(all -> Double.isFinite(all.perSecond));
    }

    private Rise and(Rise other) {
        boolean alike = buckets.equals(other.buckets);
        double[] sum = new double[alike ? amounts.length : HistogramBuckets.FIRST];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = amounts[i] + other.amounts[i];
        }
        return new Rise(
                sum,
                alike ? buckets : HistogramBuckets.NONE,
                perSecond + other.perSecond,
                Math.max(restarts, other.restarts));
    }

    /** As a counter. */
    Count count() {
        return new Count(amounts[0], perSecond);
    }

    /** Of a histogram, the mean of the values that came; empty if none did. */
    OptionalDouble mean() {
        double mean = amounts[1] / amounts[0];
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }

    /** As a histogram of seconds; empty if nothing came, or nobody knows how long it took. */
    Optional<Times> times() {
        return amounts[0] > 0 && Double.isFinite(amounts[1])
                ? Optional.of(Times.of(amounts, buckets))
                : Optional.empty();
    }
}
