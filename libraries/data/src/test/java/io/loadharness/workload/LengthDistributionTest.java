// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LengthDistributionTest {

    private static final int MANY = 200_000;
    private static final DoubleUnaryOperator NORMAL = Fit.cumulative(Fit::normalDensity, -12, 12);
    private static final DoubleUnaryOperator LOGNORMAL_512 = lognormal(512, 100);
    private static final DoubleUnaryOperator SKEWED_512 = skewed(512, 100, 3);

    @Test
    void normalHasTheNormalDensity() {
        double[] values = drawn(LengthShape.normal(512, 200));

        assertThat(Fit.kolmogorovSmirnov(values, value -> NORMAL.applyAsDouble((value - 512) / 200)))
                .isLessThan(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-8, -1, 0, 2, 20})
    void skewNormalHasItsDensity(double skew) {
        assertThat(Fit.kolmogorovSmirnov(drawn(LengthShape.skewNormal(512, 200, skew)), skewed(512, 200, skew)))
                .isLessThan(1);
    }

    private static DoubleUnaryOperator skewed(double location, double scale, double skew) {
        DoubleUnaryOperator standard =
                Fit.cumulative(value -> 2 * Fit.normalDensity(value) * NORMAL.applyAsDouble(skew * value), -10, 10);
        return value -> standard.applyAsDouble((value - location) / scale);
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 200, 1000})
    void lognormalHasTheRequestedMeanAndDeviation(double stdDev) {
        double[] values = drawn(LengthShape.lognormal(512, stdDev));

        assertThat(Fit.kolmogorovSmirnov(values, lognormal(512, stdDev))).isLessThan(1);
        assertThat(Arrays.stream(values).average().orElseThrow())
                .isBetween(512 - 4 * stdDev / Math.sqrt(MANY), 512 + 4 * stdDev / Math.sqrt(MANY));
    }

    private static DoubleUnaryOperator lognormal(double mean, double stdDev) {
        double variance = Math.log(1 + stdDev * stdDev / (mean * mean));
        double logMean = Math.log(mean) - variance / 2;
        return value -> NORMAL.applyAsDouble((Math.log(value) - logMean) / Math.sqrt(variance));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 4, 40.5, 744, 5000})
    void poissonHasItsProbabilities(double mean) {
        assertThat(poissonFit(mean, mean)).isLessThan(1);
    }

    private static double poissonFit(double actualMean, double mean) {
        int max = (int) (mean + 12 * Math.sqrt(mean) + 20);
        double[] expected = new double[max + 1];
        double log = -mean;
        for (int i = 0; i <= max; i++) {
            expected[i] = MANY * Math.exp(log);
            log += Math.log(mean) - Math.log(i + 1);
        }

        return Fit.chiSquare(counts(LengthDistribution.poisson(actualMean, 0, max), max), expected);
    }

    @Test
    void poissonWithMeanZeroIsZero() {
        assertThat(LengthDistribution.poisson(0, 0, 10).sample(100, 1)).containsOnly(0);
    }

    @Test
    void uniformLengthsAreEquallyFrequentIncludingTheBounds() {
        double[] expected = new double[31];
        Arrays.fill(expected, 10, 31, MANY / 21.0);

        assertThat(Fit.chiSquare(counts(LengthDistribution.uniform(10, 30), 30), expected))
                .isLessThan(1);
    }

    @Test
    void empiricalLengthsHaveTheObservedFrequencies() {
        double[] expected = {0, MANY / 2.0, MANY / 4.0, 0, MANY / 4.0};

        assertThat(Fit.chiSquare(counts(LengthDistribution.empirical(4, 1, 2, 1), 4), expected))
                .isLessThan(1);
    }

    @Test
    void lengthsAreRoundedAndClippedToTheBounds() {
        assertThat(fitBetween400And600(
                        LengthDistribution.normal(512, 100, 400, 600), LengthDistributionTest::normal512))
                .isLessThan(1);
        assertThat(fitBetween400And600(LengthDistribution.lognormal(512, 100, 400, 600), LOGNORMAL_512))
                .isLessThan(1);
        assertThat(fitBetween400And600(LengthDistribution.skewNormal(512, 100, 3, 400, 600), SKEWED_512))
                .isLessThan(1);
    }

    /** Verifies that the tests above detect small deviations of the parameters. */
    @Test
    void slightlyDifferentDistributionsAreDetected() {
        assertThat(Fit.kolmogorovSmirnov(
                        drawn(LengthShape.normal(517, 200)), value -> NORMAL.applyAsDouble((value - 512) / 200)))
                .isGreaterThan(1);
        assertThat(fitBetween400And600(
                        LengthDistribution.normal(514, 100, 400, 600), LengthDistributionTest::normal512))
                .isGreaterThan(1);
        assertThat(fitBetween400And600(LengthDistribution.lognormal(512, 103, 400, 600), LOGNORMAL_512))
                .isGreaterThan(1);
        assertThat(fitBetween400And600(LengthDistribution.skewNormal(512, 100, 2.7, 400, 600), SKEWED_512))
                .isGreaterThan(1);
        double[] uniform = new double[31];
        Arrays.fill(uniform, 10, 31, MANY / 21.0);
        assertThat(Fit.chiSquare(counts(LengthDistribution.uniform(10, 29), 30), uniform))
                .isGreaterThan(1);
        assertThat(Fit.chiSquare(
                        counts(LengthDistribution.empirical(4, 1, 2, 1, 4), 4),
                        new double[] {0, MANY / 2.0, MANY / 4.0, 0, MANY / 4.0}))
                .isGreaterThan(1);
        assertThat(poissonFit(40.9, 40.5)).isGreaterThan(1);
    }

    private static double normal512(double value) {
        return NORMAL.applyAsDouble((value - 512) / 100);
    }

    /** Compares lengths from 400 to 600 with the rounded and clipped distribution. */
    private static double fitBetween400And600(LengthDistribution lengths, DoubleUnaryOperator cumulative) {
        double[] expected = new double[601];
        for (int i = 400; i <= 600; i++) {
            double below = i == 400 ? 0 : cumulative.applyAsDouble(i - 0.5);
            double above = i == 600 ? 1 : cumulative.applyAsDouble(i + 0.5);
            expected[i] = MANY * (above - below);
        }
        return Fit.chiSquare(counts(lengths, 600), expected);
    }

    @Test
    void withoutDeviationAllLengthsAreTheMean() {
        assertThat(LengthDistribution.normal(7, 0, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(LengthDistribution.lognormal(7, 0, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(LengthDistribution.skewNormal(7, 0, 3, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(LengthDistribution.fixed(7).sample(100, 1)).containsOnly(7);
        assertThat(LengthDistribution.uniform(7, 7).sample(100, 1)).containsOnly(7);
    }

    @Test
    void halvesAreRoundedToEvenAsInNumPy() {
        LengthBounds bounds = new LengthBounds(0, 10);

        assertThat(new int[] {bounds.clip(2.5), bounds.clip(3.5), bounds.clip(2.51), bounds.clip(99), bounds.clip(-1)})
                .containsExactly(2, 4, 3, 10, 0);
    }

    @Test
    void theSeedDeterminesTheLengths() {
        LengthDistribution lengths = LengthDistribution.normal(512, 200, 10, 1024);

        assertThat(lengths.sample(1000, 1)).isEqualTo(lengths.sample(1000, 1)).isNotEqualTo(lengths.sample(1000, 2));
    }

    @Test
    void empiricalLengthsAreCopied() {
        int[] observed = {3, 3};
        LengthDistribution lengths = LengthDistribution.empirical(observed);
        observed[0] = 9;
        observed[1] = 9;

        assertThat(lengths.sample(50, 1)).containsOnly(3);
    }

    @ParameterizedTest
    @MethodSource
    void invalidParametersAreRejectedByName(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    static Stream<Arguments> invalidParametersAreRejectedByName() {
        return Stream.of(
                rejected("min must be at most max: got min 10 and max 9", () -> LengthDistribution.uniform(10, 9)),
                rejected("min must not be negative: got -1", () -> LengthDistribution.uniform(-1, 9)),
                rejected(
                        "max must be at most 1073741824: got 2147483647",
                        () -> LengthDistribution.uniform(0, Integer.MAX_VALUE)),
                rejected("length must be at least 0: got -1", () -> LengthDistribution.fixed(-1)),
                rejected("count must be at least 0: got -1", () -> LengthDistribution.fixed(1)
                        .sample(-1, 0)),
                rejected(
                        "mean must be from min 10 to max 1024: got 2048.0",
                        () -> LengthDistribution.normal(2048, 200, 10, 1024)),
                rejected(
                        "mean must be from min 10 to max 1024: got 9.0", () -> LengthDistribution.poisson(9, 10, 1024)),
                rejected(
                        "stdDev must not be negative: got -200.0",
                        () -> LengthDistribution.normal(512, -200, 10, 1024)),
                rejected(
                        "stdDev must be a finite number: got NaN",
                        () -> LengthDistribution.lognormal(512, Double.NaN, 10, 1024)),
                rejected(
                        "mean must be a finite number: got NaN",
                        () -> LengthDistribution.poisson(Double.NaN, 10, 1024)),
                rejected(
                        "mean must be a finite number: got Infinity",
                        () -> LengthDistribution.normal(Double.POSITIVE_INFINITY, 1, 10, 1024)),
                rejected(
                        "skew must be a finite number: got NaN",
                        () -> LengthDistribution.skewNormal(512, 200, Double.NaN, 10, 1024)),
                rejected(
                        "mean of a lognormal distribution must be positive: got 0.0",
                        () -> LengthDistribution.lognormal(0, 1, 0, 10)),
                rejected("lengths must not be empty", LengthDistribution::empirical),
                rejected("min must not be negative: got -3", () -> LengthDistribution.empirical(5, -3)));
    }

    private static Arguments rejected(String message, ThrowingCallable call) {
        return Arguments.of(message, call);
    }

    private static double[] drawn(LengthShape shape) {
        RandomBits random = new RandomBits(11);
        double[] values = new double[MANY];
        Arrays.setAll(values, each -> shape.draw(random));
        return values;
    }

    private static long[] counts(LengthDistribution lengths, int max) {
        long[] counts = new long[max + 1];
        for (int each : lengths.sample(MANY, 17)) {
            counts[each]++;
        }
        return counts;
    }
}
