// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The bucket bounds of a histogram. A histogram without buckets has no bounds. Immutable.
 *
 * @param bounds the upper bounds of all buckets except the last, which has no bound; empty if a bound is not finite
 */
record HistogramBuckets(List<Double> bounds) {

    /** The index of the first bucket in the values of a histogram, after its count and its sum. */
    static final int FIRST = 2;

    static final HistogramBuckets NONE = new HistogramBuckets(List.of());

    HistogramBuckets {
        bounds = bounds.stream().allMatch(Double::isFinite) ? List.copyOf(bounds) : List.of();
    }

    /** Returns the highest finite bound; empty if there are no bounds. */
    OptionalDouble last() {
        return bounds.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(bounds.get(bounds.size() - 1));
    }

    /**
     * Returns a percentile; empty if the percentile is above the last bound. Values are assumed to be evenly distributed in a bucket. If
     * all values are zero, the percentile is zero.
     */
    OptionalDouble percentile(double percentage, double[] values) {
        if (values[1] == 0) {
            return OptionalDouble.of(0);
        }
        double rank = values[0] * percentage / 100;
        double below = 0;
        for (int i = 0; i < bounds.size(); i++) {
            double until = values[FIRST + i];
            if (until >= rank && until > below) {
                double from = i == 0 ? Math.min(0, bounds.get(0)) : bounds.get(i - 1);
                return OptionalDouble.of(from + (bounds.get(i) - from) * (rank - below) / (until - below));
            }
            below = Math.max(below, until);
        }
        return OptionalDouble.empty();
    }
}
