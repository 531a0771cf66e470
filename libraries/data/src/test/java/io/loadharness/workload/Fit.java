// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Statistical tests for distributions. Values of the right distribution exceed the limits once in a thousand tests. */
final class Fit {

    private static final double NORMAL_QUANTILE = 3.09;
    private static final int MIN_EXPECTED = 10;
    private static final int STEPS = 200_000;

    private Fit() {}

    /** Returns the Kolmogorov-Smirnov distance in multiples of its limit. */
    static double kolmogorovSmirnov(double[] values, DoubleUnaryOperator cumulative) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double expected = cumulative.applyAsDouble(sorted[i]);
            distance = Math.max(distance, Math.abs(expected - (double) i / sorted.length));
            distance = Math.max(distance, Math.abs(expected - (i + 1.0) / sorted.length));
        }
        return distance * Math.sqrt(sorted.length) / 1.95;
    }

    /** Returns the statistic of the chi-square test in multiples of its limit. Combines bins with too few expected values. */
    static double chiSquare(long[] observed, double[] expected) {
        double statistic = 0;
        int bins = 0;
        double observedInBin = 0;
        double expectedInBin = 0;
        double remaining = Arrays.stream(expected).sum();
        for (int i = 0; i < observed.length; i++) {
            observedInBin += observed[i];
            expectedInBin += expected[i];
            remaining -= expected[i];
            boolean last = i == observed.length - 1;
            if (last || (expectedInBin >= MIN_EXPECTED && remaining >= MIN_EXPECTED)) {
                statistic += (observedInBin - expectedInBin) * (observedInBin - expectedInBin) / expectedInBin;
                bins++;
                observedInBin = 0;
                expectedInBin = 0;
            }
        }
        return statistic / limit(bins - 1);
    }

    /** Returns the cumulative distribution of a density that is zero outside of two bounds. */
    static DoubleUnaryOperator cumulative(DoubleUnaryOperator density, double low, double high) {
        double step = (high - low) / STEPS;
        double[] sums = new double[STEPS + 1];
        for (int i = 1; i <= STEPS; i++) {
            sums[i] = sums[i - 1] + density.applyAsDouble(low + (i - 0.5) * step) * step;
        }
        return value -> {
            double position = Math.max(0, Math.min(STEPS - 1e-9, (value - low) / step));
            int below = (int) position;
            return sums[below] + (position - below) * (sums[below + 1] - sums[below]);
        };
    }

    static double normalDensity(double value) {
        return Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
    }

    /** Returns the Wilson-Hilferty approximation of the quantile. */
    private static double limit(int degrees) {
        double part = 2.0 / (9 * degrees);
        return degrees * Math.pow(1 - part + NORMAL_QUANTILE * Math.sqrt(part), 3);
    }
}
