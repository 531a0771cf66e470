// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** The Kolmogorov-Smirnov test: the distance of observed values from a distribution. */
final class Kolmogorov {

    /** The critical value at a significance of 1 %, multiplied by the square root of the number of values. */
    private static final double CRITICAL_VALUE = 1.628;

    private Kolmogorov() {}

    /** Returns the largest difference between the empirical and the expected distribution function. */
    static double distance(double[] values, DoubleUnaryOperator distribution) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double maxDistance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = distribution.applyAsDouble(sorted[i]);
            maxDistance = Math.max(maxDistance, expected - (double) i / sorted.length);
            maxDistance = Math.max(maxDistance, (i + 1.0) / sorted.length - expected);
        }
        return maxDistance;
    }

    /** Returns the maximum distance of values of the distribution, with a probability of 99 %. */
    static double limit(int count) {
        return CRITICAL_VALUE / Math.sqrt(count);
    }
}
