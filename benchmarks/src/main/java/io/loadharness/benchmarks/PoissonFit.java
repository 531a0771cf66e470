// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Arrays;

/**
 * The difference between measured times and Poisson arrivals of the same rate.
 *
 * @param shortGaps the share of gaps under 0.1 ms, divided by the share of exponentially distributed gaps
 * @param ksDistance the statistic of a Kolmogorov-Smirnov test: the maximum difference between the distribution functions of the gaps and
 *     of the exponential distribution
 */
record PoissonFit(double shortGaps, double ksDistance) {

    private static final double SHORT_NANOS = 100_000;

    /** Compares sorted times in nanoseconds with Poisson arrivals. */
    static PoissonFit of(long[] nanos, double ratePerSecond) {
        double perNano = ratePerSecond / 1e9;
        long[] gaps = new long[nanos.length - 1];
        Arrays.setAll(gaps, i -> nanos[i + 1] - nanos[i]);
        Arrays.sort(gaps);
        double distance = 0;
        int shorter = 0;
        for (int i = 0; i < gaps.length; i++) {
            double expected = -Math.expm1(-perNano * gaps[i]);
            distance = Math.max(distance, expected - (double) i / gaps.length);
            distance = Math.max(distance, (i + 1.0) / gaps.length - expected);
            if (gaps[i] < SHORT_NANOS) {
                shorter++;
            }
        }
        double expectedShort = -Math.expm1(-perNano * SHORT_NANOS);
        return new PoissonFit(shorter / expectedShort / gaps.length, distance);
    }
}
