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

class DistributionTest {

    private static final int MANY = 200_000;
    private static final DoubleUnaryOperator NORMAL = Fit.cumulative(Fit::normalDensity, -12, 12);

    @Test
    void normalHasTheNormalDensity() {
        double[] values = drawn(Shape.normal(512, 200));

        assertThat(Fit.kolmogorovSmirnov(values, value -> NORMAL.applyAsDouble((value - 512) / 200)))
                .isLessThan(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-8, -1, 0, 2, 20})
    void skewNormalHasItsDensity(double skew) {
        DoubleUnaryOperator expected =
                Fit.cumulative(value -> 2 * Fit.normalDensity(value) * NORMAL.applyAsDouble(skew * value), -10, 10);

        assertThat(Fit.kolmogorovSmirnov(
                        drawn(Shape.skewNormal(512, 200, skew)), value -> expected.applyAsDouble((value - 512) / 200)))
                .isLessThan(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 200, 1000})
    void lognormalHasItsDensityWithTheMeanAndDeviationAskedFor(double stdDev) {
        double variance = Math.log(1 + stdDev * stdDev / (512.0 * 512));
        double logMean = Math.log(512) - variance / 2;
        double[] values = drawn(Shape.lognormal(512, stdDev));

        assertThat(Fit.kolmogorovSmirnov(
                        values, value -> NORMAL.applyAsDouble((Math.log(value) - logMean) / Math.sqrt(variance))))
                .isLessThan(1);
        assertThat(Arrays.stream(values).average().orElseThrow())
                .isBetween(512 - 4 * stdDev / Math.sqrt(MANY), 512 + 4 * stdDev / Math.sqrt(MANY));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 4, 40.5, 744, 5000})
    void poissonHasItsLikelihoods(double mean) {
        int most = (int) (mean + 12 * Math.sqrt(mean) + 20);
        double[] expected = new double[most + 1];
        double log = -mean;
        for (int i = 0; i <= most; i++) {
            expected[i] = MANY * Math.exp(log);
            log += Math.log(mean) - Math.log(i + 1);
        }

        assertThat(Fit.chiSquare(counts(Distribution.poisson(mean, 0, most), most), expected))
                .isLessThan(1);
    }

    @Test
    void poissonOfNothingIsNothing() {
        assertThat(Distribution.poisson(0, 0, 10).sample(100, 1)).containsOnly(0);
    }

    @Test
    void uniformGivesEveryLengthAlikeTheBoundsIncluded() {
        double[] expected = new double[31];
        Arrays.fill(expected, 10, 31, MANY / 21.0);

        assertThat(Fit.chiSquare(counts(Distribution.uniform(10, 30), 30), expected))
                .isLessThan(1);
    }

    @Test
    void empiricalGivesLengthsAsOftenAsTheyWereSeen() {
        double[] expected = {0, MANY / 2.0, MANY / 4.0, 0, MANY / 4.0};

        assertThat(Fit.chiSquare(counts(Distribution.empirical(4, 1, 2, 1), 4), expected))
                .isLessThan(1);
    }

    @Test
    void whatIsOutsideOfTheBoundsIsAtTheBounds() {
        double[] expected = new double[601];
        for (int i = 400; i <= 600; i++) {
            double below = i == 400 ? 0 : NORMAL.applyAsDouble((i - 0.5 - 512) / 100);
            double above = i == 600 ? 1 : NORMAL.applyAsDouble((i + 0.5 - 512) / 100);
            expected[i] = MANY * (above - below);
        }

        assertThat(Fit.chiSquare(counts(Distribution.normal(512, 100, 400, 600), 600), expected))
                .isLessThan(1);
    }

    @Test
    void withoutDeviationEveryLengthIsTheMean() {
        assertThat(Distribution.normal(7, 0, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(Distribution.lognormal(7, 0, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(Distribution.skewNormal(7, 0, 3, 1, 10).sample(100, 1)).containsOnly(7);
        assertThat(Distribution.fixed(7).sample(100, 1)).containsOnly(7);
        assertThat(Distribution.uniform(7, 7).sample(100, 1)).containsOnly(7);
    }

    @Test
    void halvesAreRoundedToTheEvenLengthAsInNumPy() {
        Bounds bounds = new Bounds(0, 10);

        assertThat(new int[] {bounds.clip(2.5), bounds.clip(3.5), bounds.clip(2.51), bounds.clip(99), bounds.clip(-1)})
                .containsExactly(2, 4, 3, 10, 0);
    }

    @Test
    void theSameSeedGivesTheSameLengthsAndAnotherSeedGivesOthers() {
        Distribution lengths = Distribution.normal(512, 200, 10, 1024);

        assertThat(lengths.sample(1000, 1)).isEqualTo(lengths.sample(1000, 1)).isNotEqualTo(lengths.sample(1000, 2));
    }

    @Test
    void laterChangesOfAnArrayChangeNothing() {
        int[] seen = {3, 3};
        Distribution lengths = Distribution.empirical(seen);
        seen[0] = 9;
        seen[1] = 9;

        assertThat(lengths.sample(50, 1)).containsOnly(3);
    }

    @ParameterizedTest
    @MethodSource
    void nonsenseIsRefusedInASentenceThatNamesTheField(String message, ThrowingCallable nonsense) {
        assertThatIllegalArgumentException().isThrownBy(nonsense).withMessage(message);
    }

    static Stream<Arguments> nonsenseIsRefusedInASentenceThatNamesTheField() {
        return Stream.of(
                refused("min 10 is more than max 9", () -> Distribution.uniform(10, 9)),
                refused("min is negative: -1", () -> Distribution.uniform(-1, 9)),
                refused("max must be at most 1073741824: 2147483647", () -> Distribution.uniform(0, Integer.MAX_VALUE)),
                refused("length must be at least 0: -1", () -> Distribution.fixed(-1)),
                refused("count must be at least 0: -1", () -> Distribution.fixed(1)
                        .sample(-1, 0)),
                refused(
                        "mean 2048.0 is outside of min 10 and max 1024",
                        () -> Distribution.normal(2048, 200, 10, 1024)),
                refused("mean 9.0 is outside of min 10 and max 1024", () -> Distribution.poisson(9, 10, 1024)),
                refused("stdDev is negative: -200.0", () -> Distribution.normal(512, -200, 10, 1024)),
                refused("stdDev must be a number: NaN", () -> Distribution.lognormal(512, Double.NaN, 10, 1024)),
                refused("mean must be a number: NaN", () -> Distribution.poisson(Double.NaN, 10, 1024)),
                refused(
                        "mean must be a number: Infinity",
                        () -> Distribution.normal(Double.POSITIVE_INFINITY, 1, 10, 1024)),
                refused("skew must be a number: NaN", () -> Distribution.skewNormal(512, 200, Double.NaN, 10, 1024)),
                refused(
                        "mean must be more than 0 in a lognormal distribution",
                        () -> Distribution.lognormal(0, 1, 0, 10)),
                refused("lengths are empty, so there is none to draw", Distribution::empirical),
                refused("min is negative: -3", () -> Distribution.empirical(5, -3)));
    }

    private static Arguments refused(String message, ThrowingCallable nonsense) {
        return Arguments.of(message, nonsense);
    }

    private static double[] drawn(Shape shape) {
        RandomBits random = new RandomBits(11);
        double[] values = new double[MANY];
        Arrays.setAll(values, each -> shape.draw(random));
        return values;
    }

    private static long[] counts(Distribution lengths, int most) {
        long[] counts = new long[most + 1];
        for (int each : lengths.sample(MANY, 17)) {
            counts[each]++;
        }
        return counts;
    }
}
