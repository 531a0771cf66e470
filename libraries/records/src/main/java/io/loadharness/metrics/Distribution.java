// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How the values of a metric are distributed. Immutable. */
public interface Distribution {

    /** The percentages that reports show. */
    List<Double> SHOWN = List.of(50.0, 90.0, 95.0, 97.0, 99.0, 99.9);

    /** Of values that are all at hand; empty if there is none. */
    static Optional<Distribution> of(long[] values) {
        return values.length == 0 ? Optional.empty() : Optional.of(new SortedValues(values.clone()));
    }

    /** How many values there are; at least one. */
    long count();

    /** The arithmetic mean. */
    double mean();

    /** The standard deviation of the values as a whole population. */
    double deviation();

    /**
     * The value at a rank.
     *
     * @param rank from 0, the least, to {@code count() - 1}, the greatest
     */
    long at(long rank);

    /** How many values are at most this one. */
    long countAtMost(long value);

    /** The least. */
    default long min() {
        return at(0);
    }

    /** The greatest. */
    default long max() {
        return at(count() - 1);
    }

    /**
     * A percentile, as LoadGen takes it: the value at rank {@code count * percentage / 100}, rounded down.
     *
     * @param percentage 99 for the 99th percentile; less than 100
     */
    default long percentile(double percentage) {
        return at((long) (count() * (percentage / 100)));
    }

    /** A percentile between the two values next to it, as NumPy takes it. */
    default double interpolated(double percentage) {
        double rank = (count() - 1) * (percentage / 100);
        long below = (long) rank;
        long low = at(below);
        long high = at(Math.min(below + 1, count() - 1));
        return low + (rank - below) * (high - low);
    }

    /** The value that the percentile does not exceed with 99 % confidence; empty if there are too few values to say. */
    default OptionalLong bound(double percentage) {
        long discarded = PercentileBound.discarded(count(), percentage);
        return discarded == 0 ? OptionalLong.empty() : OptionalLong.of(at(count() - discarded));
    }
}
