// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** The test of Kolmogorov and Smirnov: how far observed values are from a distribution. */
final class Kolmogorov {

    /** What one in a hundred samples of the distribution itself exceeds, times the root of their number. */
    private static final double ONE_IN_A_HUNDRED = 1.628;

    private Kolmogorov() {}

    /** The largest difference between the share of values up to a point and the share that the distribution has there. */
    static double distance(double[] values, DoubleUnaryOperator distribution) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double farthest = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = distribution.applyAsDouble(sorted[i]);
            farthest = Math.max(farthest, expected - (double) i / sorted.length);
            farthest = Math.max(farthest, (i + 1.0) / sorted.length - expected);
        }
        return farthest;
    }

    /** The distance that values of the distribution keep with a probability of 99 %. */
    static double limit(int count) {
        return ONE_IN_A_HUNDRED / Math.sqrt(count);
    }
}
