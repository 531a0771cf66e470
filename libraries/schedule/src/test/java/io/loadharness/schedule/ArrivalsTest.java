// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {

    private static final int MANY = 20_000;
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void constantArrivalsAreEvenlySpacedFromTheStart() {
        assertThat(offsets(Arrivals.constant(4).samples(5), 0))
                .containsExactly(0, 250_000_000, 500_000_000, 750_000_000, 1_000_000_000);
    }

    @Test
    void constantArrivalsDoNotDrift() {
        long[] offsets = offsets(Arrivals.constant(3).samples(3_000_001), 0);

        assertThat(offsets[3_000_000]).isEqualTo(Duration.ofSeconds(1_000_000).toNanos());
    }

    @Test
    void aDurationContainsAllArrivalsScheduledBeforeItsEnd() {
        assertThat(offsets(Arrivals.constant(10).during(Duration.ofSeconds(6)), 0))
                .hasSize(60);
    }

    @Test
    void gapsOfPoissonAreExponential() {
        assertDistribution(gaps(Arrivals.poisson(50).samples(MANY), 1), x -> 1 - Math.exp(-x), 1);
    }

    @Test
    void gapsOfGammaOfShapeOneAreExponential() {
        assertDistribution(gaps(Arrivals.gamma(50, 1).samples(MANY), 2), x -> 1 - Math.exp(-x), 1);
    }

    @Test
    void gapsOfGammaOfShapeFourAreMoreEven() {
        assertDistribution(
                gaps(Arrivals.gamma(50, 4).samples(MANY), 3),
                x -> 1 - Math.exp(-4 * x) * (1 + 4 * x + 8 * x * x + 32 * x * x * x / 3),
                0.5);
    }

    @Test
    void gapsOfGammaOfShapeOneHalfAreBursty() {
        assertDistribution(gaps(Arrivals.gamma(50, 0.5).samples(MANY), 4), x -> erf(Math.sqrt(x / 2)), Math.sqrt(2));
    }

    /** Smaller shapes are not tested, because many of their gaps are shorter than a nanosecond. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.7, 1.6, 9, 200})
    void gapsOfGammaHaveItsDistributionForAllShapes(double shape) {
        double[] gaps = gaps(Arrivals.gamma(50, shape).samples(MANY), 6);
        double[] relative = Arrays.stream(gaps).map(gap -> gap * 50).toArray();

        assertThat(Kolmogorov.distance(relative, x -> incompleteGamma(shape, shape * x)))
                .isLessThan(Kolmogorov.limit(MANY));
        assertThat(Kolmogorov.distance(relative, x -> incompleteGamma(1.1 * shape, 1.1 * shape * x)))
                .isGreaterThan(Kolmogorov.limit(MANY));
    }

    @Test
    void gapsAreNotCorrelated() {
        for (Arrivals each : List.of(Arrivals.poisson(50), Arrivals.gamma(50, 0.5), Arrivals.gamma(50, 4))) {
            double[] gaps = gaps(each.samples(MANY), 8);
            double mean = Arrays.stream(gaps).average().orElseThrow();
            double together = 0;
            double alone = 0;
            for (int i = 1; i < gaps.length; i++) {
                together += (gaps[i] - mean) * (gaps[i - 1] - mean);
                alone += (gaps[i] - mean) * (gaps[i] - mean);
            }

            assertThat(Math.abs(together / alone)).as(each.toString()).isLessThan(3 / Math.sqrt(MANY));
        }
    }

    @Test
    void theIntegralOfTheRateOfARampIsTheArrivalNumber() {
        long[] offsets = offsets(Arrivals.ramp(10, 30, SECOND.multipliedBy(10)).during(SECOND.multipliedBy(20)), 0);

        for (int i = 0; i < offsets.length; i++) {
            double seconds = offsets[i] / 1e9;
            double area = seconds < 10 ? 10 * seconds + seconds * seconds : 200 + 30 * (seconds - 10);
            assertThat(area).as("arrival " + i).isCloseTo(i, within(1e-6));
        }
    }

    @Test
    void aWrongDistributionIsDetected() {
        double[] gaps = gaps(Arrivals.gamma(50, 1.1).samples(MANY), 1);

        assertThat(Kolmogorov.distance(gaps, x -> 1 - Math.exp(-x))).isGreaterThan(Kolmogorov.limit(MANY));
    }

    @Test
    void aSeedGivesTheSameArrivalsOnEveryJvm() {
        assertThat(offsets(Arrivals.poisson(1000).samples(4), 42)).containsExactly(22473, 1208594, 1272872, 2726674);
        assertThat(offsets(Arrivals.gamma(1000, 0.3).samples(4), 42))
                .containsExactly(11891290, 12742439, 13015844, 13406507);
    }

    @Test
    void anotherSeedGivesOtherArrivals() {
        Schedule schedule = Arrivals.poisson(50).samples(10);

        assertThat(offsets(schedule, 1)).isNotEqualTo(offsets(schedule, 2));
    }

    @Test
    void aLongerScheduleStartsLikeAShorterOne() {
        long[] shorter = offsets(Arrivals.gamma(50, 2).samples(10), 7);

        assertThat(offsets(Arrivals.gamma(50, 2).during(SECOND.multipliedBy(100)), 7))
                .startsWith(shorter);
    }

    @Test
    void aRampHasAsManyArrivalsAsTheIntegralOfItsRate() {
        Arrivals ramp = Arrivals.ramp(10, 30, SECOND.multipliedBy(10));

        long[] offsets = offsets(ramp.during(SECOND.multipliedBy(20)), 0);

        assertThat(countUntil(offsets, SECOND.multipliedBy(5))).isEqualTo(75);
        assertThat(countUntil(offsets, SECOND.multipliedBy(10))).isEqualTo(200);
        assertThat(offsets).hasSize(500);
    }

    @Test
    void aRampMayStartAtZeroOrDecrease() {
        long[] up = offsets(Arrivals.ramp(0, 20, SECOND.multipliedBy(10)).during(SECOND.multipliedBy(10)), 0);
        long[] down = offsets(Arrivals.ramp(20, 1, SECOND.multipliedBy(10)).during(SECOND.multipliedBy(10)), 0);

        assertThat(up).hasSize(100).isSorted().startsWith(0);
        assertThat(countUntil(up, SECOND.multipliedBy(5))).isEqualTo(25);
        assertThat(down).hasSize(105).isSorted();
    }

    @Test
    void aBurstIsAllAtOnce() {
        assertThat(offsets(Schedule.burst(3), 0)).containsExactly(0, 0, 0);
    }

    @Test
    void stagesFollowOneClock() {
        Schedule schedule = Arrivals.constant(2)
                .during(SECOND)
                .then(Arrivals.constant(4).samples(2))
                .thenAfter(SECOND, Schedule.burst(2))
                .then(Arrivals.constant(1).samples(1));

        assertThat(offsets(schedule, 0)).containsExactly(millis(0, 500, 1000, 1250, 2500, 2500, 2500));
    }

    @Test
    void aStageWithAFewSamplesTakesItsWholeDuration() {
        Schedule schedule = Arrivals.constant(10)
                .upTo(1000, SECOND)
                .then(Schedule.replay(Trace.of(List.of(SECOND))))
                .then(Schedule.burst(1));

        assertThat(offsets(schedule, 0)).hasSize(12).endsWith(millis(2000, 2000));
    }

    @Test
    void stagesWithOneSeedDiffer() {
        Schedule stage = Arrivals.poisson(10).samples(100);
        double[] gaps = gaps(stage.then(stage), 5);

        assertThat(gaps[120]).isNotCloseTo(gaps[20], within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e8})
    void anInvalidRateIsRejected(double rate) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrivals.poisson(rate))
                .withMessage("the rate must be more than 0 and at most 10000000 per second: got " + rate);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, 1e9})
    void anInvalidShapeIsRejected(double shape) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrivals.gamma(1, shape))
                .withMessage("the shape must be between 0.01 and 10000 (1 is like poisson): got " + shape);
    }

    private static void assertDistribution(double[] gaps, DoubleUnaryOperator distribution, double variation) {
        double mean = Arrays.stream(gaps).average().orElseThrow();
        double[] relative = Arrays.stream(gaps).map(gap -> gap * 50).toArray();

        assertThat(mean).isCloseTo(1.0 / 50, within(0.02 / 50 * Math.max(1, variation)));
        assertThat(variation(gaps)).isCloseTo(variation, within(0.03 * Math.max(1, variation)));
        assertThat(Kolmogorov.distance(relative, distribution)).isLessThan(Kolmogorov.limit(gaps.length));
    }

    private static double variation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow();
        return Math.sqrt(variance) / mean;
    }

    private static double[] gaps(Schedule schedule, long seed) {
        long[] offsets = offsets(schedule, seed);
        double[] gaps = new double[offsets.length];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = (offsets[i] - (i == 0 ? 0 : offsets[i - 1])) / 1e9;
        }
        return gaps;
    }

    static long[] offsets(Schedule schedule, long seed) {
        ArrivalSequence arrivals = new ArrivalSequence(schedule, seed);
        LongStream.Builder offsets = LongStream.builder();
        while (arrivals.next()) {
            offsets.add(arrivals.offset());
        }
        return offsets.build().toArray();
    }

    private static long countUntil(long[] offsets, Duration end) {
        return Arrays.stream(offsets).filter(offset -> offset < end.toNanos()).count();
    }

    private static long[] millis(long... values) {
        return LongStream.of(values).map(value -> value * 1_000_000).toArray();
    }

    /** Computes the regularized lower incomplete gamma function by its series. */
    private static double incompleteGamma(double shape, double x) {
        if (x <= 0) {
            return 0;
        }
        double term = 1 / shape;
        double sum = term;
        for (int n = 1; term > sum * 1e-16; n++) {
            term *= x / (shape + n);
            sum += term;
        }
        return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)));
    }

    /** Computes the logarithm by Stirling's series, which requires arguments of at least 10. */
    private static double logGamma(double x) {
        double product = 0;
        double at = x;
        while (at < 10) {
            product += Math.log(at);
            at++;
        }
        double series = 1 / (12 * at) - 1 / (360 * Math.pow(at, 3)) + 1 / (1260 * Math.pow(at, 5));
        return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - product;
    }

    /** Computes the error function by its series. */
    private static double erf(double x) {
        double term = x;
        double sum = x;
        for (int n = 1; n < 200; n++) {
            term *= -x * x / n;
            sum += term / (2 * n + 1);
        }
        return x > 4 ? 1 : 2 / Math.sqrt(Math.PI) * sum;
    }
}
