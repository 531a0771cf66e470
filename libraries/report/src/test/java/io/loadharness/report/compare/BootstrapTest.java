// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BootstrapTest {

    @TempDir
    private Path folder;

    @Test
    void betaVariablesHaveTheRightMeanAndVariance() {
        Bootstrap.Beta beta = new Bootstrap.Beta(3, 7, new SplittableRandom(1));
        double[] draws = DoubleStream.generate(beta::next).limit(200_000).toArray();
        double mean = Arrays.stream(draws).average().orElseThrow();
        double variance = Arrays.stream(draws)
                .map(each -> (each - mean) * (each - mean))
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(0.3, within(0.002));
        assertThat(variance).isCloseTo(3 * 7 / (100.0 * 11), within(0.0005));
    }

    /** Compares the shortcut with the definition: resampling all values and computing their percentile. */
    @Test
    void drawnPercentilesMatchResampledOnes() {
        Distribution values = exponential(200, 1);
        Distribution none = new Values(new long[] {0});
        SplittableRandom random = new SplittableRandom(7);
        double[] slow = new double[3999];
        for (int i = 0; i < slow.length; i++) {
            long[] resample = new long[200];
            for (int j = 0; j < resample.length; j++) {
                resample[j] = values.at(random.nextLong(200));
            }
            slow[i] = new Values(resample).percentile(90);
        }
        Arrays.sort(slow);

        Interval fast = Bootstrap.difference(none, values, Statistic.P90);

        double width = slow[3899] - slow[99];
        assertThat(fast.low()).isCloseTo(slow[99], within(0.1 * width));
        assertThat(fast.high()).isCloseTo(slow[3899], within(0.1 * width));
    }

    @Test
    void theNormalMeanMatchesTheResampledOne() {
        long[] values = exponential(1000, 1).values();
        long[] oneMore = Arrays.copyOf(values, 1001);
        oneMore[1000] = values[500];
        Distribution none = new Values(new long[] {0});

        Interval few = Bootstrap.difference(none, new Values(values), Statistic.MEAN);
        Interval many = Bootstrap.difference(none, new Values(oneMore), Statistic.MEAN);

        double width = few.high() - few.low();
        assertThat(many.low()).isCloseTo(few.low(), within(0.05 * width));
        assertThat(many.high()).isCloseTo(few.high(), within(0.05 * width));
    }

    @ParameterizedTest
    @EnumSource(Statistic.class)
    void theSameValuesGiveTheSameInterval(Statistic statistic) {
        assertThat(Bootstrap.difference(exponential(500, 1), exponential(500, 2), statistic))
                .isEqualTo(Bootstrap.difference(exponential(500, 1), exponential(500, 2), statistic));
    }

    @ParameterizedTest
    @EnumSource(Statistic.class)
    void aDistributionDoesNotDifferFromItself(Statistic statistic) {
        Distribution values = exponential(100, 1);

        Interval interval = Bootstrap.difference(values, values, statistic);

        assertThat(interval.low()).isLessThanOrEqualTo(0);
        assertThat(interval.high()).isGreaterThanOrEqualTo(0);
    }

    @Test
    void oneValueIsEnough() {
        assertThat(Bootstrap.difference(new Values(new long[] {3}), new Values(new long[] {5}), Statistic.P99))
                .isEqualTo(new Interval(2, 2));
    }

    /** Checks that among 200 pairs of equal runs, about one in twenty has a significant difference. */
    @ParameterizedTest
    @CsvSource({"MEAN, 50", "P50, 200", "P90, 200", "P99, 1000", "MEAN, 2000"})
    void theRateOfFalsePositivesIsFivePercent(Statistic statistic, int count) {
        int alarms = 0;
        for (int i = 0; i < 200; i++) {
            Distribution base = exponential(count, i);
            Distribution other = exponential(count, 1000 + i);
            alarms += Bootstrap.difference(base, other, statistic).excludesZero() ? 1 : 0;
        }

        assertThat(alarms).isBetween(2, 20);
    }

    @Test
    void gapsCountedByMicrosecondHaveAnInterval() throws IOException {
        try (RecordReader records =
                RecordReader.open(GeneratedRun.of(50, 1).in(folder.resolve("a")).records())) {
            Distribution gaps = RunMetrics.of(records).distribution(Metric.ITL).orElseThrow();

            assertThat(Bootstrap.difference(gaps, gaps, Statistic.P99)).isEqualTo(new Interval(0, 0));
        }
    }

    private static Values exponential(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Values(DoubleStream.generate(() -> -1e6 * Math.log(1 - random.nextDouble()))
                .limit(count)
                .mapToLong(Math::round)
                .toArray());
    }

    private static final class Values implements Distribution {

        private final long[] values;
        private final double mean;
        private final double deviation;

        Values(long[] values) {
            this.values = values;
            Arrays.sort(values);
            mean = Arrays.stream(values).average().orElseThrow();
            deviation = Math.sqrt(Arrays.stream(values)
                    .mapToDouble(each -> (each - mean) * (each - mean))
                    .average()
                    .orElseThrow());
        }

        long[] values() {
            return values;
        }

        @Override
        public long count() {
            return values.length;
        }

        @Override
        public double mean() {
            return mean;
        }

        @Override
        public double deviation() {
            return deviation;
        }

        @Override
        public long at(long rank) {
            return values[(int) rank];
        }

        @Override
        public long countAtMost(long value) {
            return Arrays.stream(values).filter(each -> each <= value).count();
        }
    }
}
