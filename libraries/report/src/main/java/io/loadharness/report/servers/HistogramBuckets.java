// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The buckets of a histogram, which can be none. Immutable.
 *
 * @param bounds the greatest value of each but the last, which has no bound; none is known if one of them is not a number
 */
record HistogramBuckets(List<Double> bounds) {

    /** Where the buckets begin among the amounts of a histogram: after count and sum. */
    static final int FIRST = 2;

    static final HistogramBuckets NONE = new HistogramBuckets(List.of());

    HistogramBuckets {
        bounds = bounds.stream().allMatch(Double::isFinite) ? List.copyOf(bounds) : List.of();
    }

    /** The last bound. */
    OptionalDouble last() {
        return bounds.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(bounds.get(bounds.size() - 1));
    }

    /** A percentile, as if the values within a bucket were evenly spread; empty if it is beyond the last bound. Of nothing but zeros it is zero. */
    OptionalDouble percentile(double percentage, double[] amounts) {
        if (amounts[1] == 0) {
            return OptionalDouble.of(0);
        }
        double rank = amounts[0] * percentage / 100;
        double below = 0;
        for (int i = 0; i < bounds.size(); i++) {
            double until = amounts[FIRST + i];
            if (until >= rank && until > below) {
                double from = i == 0 ? Math.min(0, bounds.get(0)) : bounds.get(i - 1);
                return OptionalDouble.of(from + (bounds.get(i) - from) * (rank - below) / (until - below));
            }
            below = Math.max(below, until);
        }
        return OptionalDouble.empty();
    }
}
