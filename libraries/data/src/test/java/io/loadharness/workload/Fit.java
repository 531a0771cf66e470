// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** How well values fit what they were drawn from. The limits are those that a true fit exceeds once in a thousand. */
final class Fit {

    private static final double NORMAL_QUANTILE = 3.09;
    private static final int FEWEST = 10;
    private static final int STEPS = 200_000;

    private Fit() {}

    /** Kolmogorov and Smirnov's distance, in multiples of its limit. */
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

    /** The statistic of the chi-square test, in multiples of its limit. Bins in which too few are expected are put together. */
    static double chiSquare(long[] observed, double[] expected) {
        double statistic = 0;
        int bins = 0;
        double seen = 0;
        double awaited = 0;
        double left = Arrays.stream(expected).sum();
        for (int i = 0; i < observed.length; i++) {
            seen += observed[i];
            awaited += expected[i];
            left -= expected[i];
            boolean last = i == observed.length - 1;
            if (last || (awaited >= FEWEST && left >= FEWEST)) {
                statistic += (seen - awaited) * (seen - awaited) / awaited;
                bins++;
                seen = 0;
                awaited = 0;
            }
        }
        return statistic / limit(bins - 1);
    }

    /** A distribution from its density, which is nothing outside of the two ends. */
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

    /** Wilson and Hilferty's approximation of the quantile. */
    private static double limit(int degrees) {
        double part = 2.0 / (9 * degrees);
        return degrees * Math.pow(1 - part + NORMAL_QUANTILE * Math.sqrt(part), 3);
    }
}
