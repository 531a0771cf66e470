// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The distribution of the values of a metric. Immutable.
 *
 * <pre>{@code
 * Distribution ttft = metrics.distribution(Metric.TTFT).orElseThrow();
 * System.out.println(ttft.mean() + " ns, p99 " + ttft.percentile(99) + " ns");
 * }</pre>
 */
public interface Distribution {

    /** The percentiles that reports show. */
    List<Double> SHOWN = List.of(50.0, 90.0, 95.0, 97.0, 99.0, 99.9);

    /** Returns the distribution of the given values; empty if the array is empty. */
    static Optional<Distribution> of(long[] values) {
        return values.length == 0 ? Optional.empty() : Optional.of(new SortedValues(values.clone()));
    }

    /** Returns the number of values; at least one. */
    long count();

    /** Returns the arithmetic mean. */
    double mean();

    /** Returns the population standard deviation. */
    double deviation();

    /**
     * Returns the value at a rank. Rank 0 is the smallest value.
     *
     * @param rank a number from 0 to {@code count() - 1}
     */
    long at(long rank);

    /** Returns the number of values that are less than or equal to the given value. */
    long countAtMost(long value);

    /** Returns the smallest value. */
    default long min() {
        return at(0);
    }

    /** Returns the largest value. */
    default long max() {
        return at(count() - 1);
    }

    /**
     * Returns a percentile as LoadGen defines it: the value at rank {@code count * percentage / 100}. The rank is rounded down.
     *
     * @param percentage the percentile, such as 99 for the 99th percentile; less than 100
     */
    default long percentile(double percentage) {
        return at((long) (count() * (percentage / 100)));
    }

    /** Returns a percentile with linear interpolation, as NumPy defines it. */
    default double interpolated(double percentage) {
        double rank = (count() - 1) * (percentage / 100);
        long below = (long) rank;
        long low = at(below);
        long high = at(Math.min(below + 1, count() - 1));
        return low + (rank - below) * (high - low);
    }

    /** Returns the upper 99 % confidence bound of a percentile; empty if there are too few values. */
    default OptionalLong bound(double percentage) {
        long discarded = PercentileBound.discarded(count(), percentage);
        return discarded == 0 ? OptionalLong.empty() : OptionalLong.of(at(count() - discarded));
    }
}
