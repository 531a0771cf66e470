// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {

    @Test
    void percentilesFollowLoadGen() {
        Distribution hundred = new SortedValues(LongStream.rangeClosed(1, 100).toArray());

        assertThat(hundred.percentile(50)).isEqualTo(51);
        assertThat(hundred.percentile(99)).isEqualTo(100);
        assertThat(hundred.percentile(99.9)).isEqualTo(100);
        assertThat(hundred.interpolated(50)).isEqualTo(50.5);
        assertThat(hundred.interpolated(99)).isCloseTo(99.01, within(1e-9));
    }

    @Test
    void meanAndDeviationAreThoseOfAllValues() {
        Distribution values = new SortedValues(new long[] {2, 4, 4, 4, 5, 5, 7, 9});

        assertThat(values.mean()).isEqualTo(5);
        assertThat(values.deviation()).isEqualTo(2);
        assertThat(values.min()).isEqualTo(2);
        assertThat(values.max()).isEqualTo(9);
        assertThat(values.countAtMost(4)).isEqualTo(4);
        assertThat(values.countAtMost(1)).isZero();
        assertThat(values.countAtMost(9)).isEqualTo(8);
    }

    @Test
    void aPercentileOfTooFewValuesHasNoBound() {
        Distribution few = new SortedValues(LongStream.range(0, 661).toArray());
        Distribution enough = new SortedValues(LongStream.range(0, 662).toArray());

        assertThat(few.bound(99)).isEmpty();
        assertThat(enough.bound(99)).hasValue(661);
        assertThat(enough.bound(50)).hasValue(enough.count() - PercentileBound.discarded(662, 50));
    }

    @Test
    void countedGapsMatchSortedGapsToTheMicrosecond() {
        Random random = new Random(3);
        long[] nanos = LongStream.generate(() -> (long) Math.exp(random.nextDouble() * 23))
                .limit(20_000)
                .toArray();
        GapHistogram counts = new GapHistogram();
        Arrays.stream(nanos).forEach(counts::add);
        Distribution counted = counts.distribution().orElseThrow();
        Distribution sorted = new SortedValues(nanos);

        assertThat(counted.count()).isEqualTo(20_000);
        assertThat(counted.mean()).isCloseTo(sorted.mean(), within(1e-3 * sorted.mean()));
        assertThat(counted.deviation()).isCloseTo(sorted.deviation(), within(1e-3 * sorted.deviation()));
        for (long rank = 0; rank < 20_000; rank += 7) {
            assertThat(counted.at(rank)).isEqualTo(sorted.at(rank) / 1000 * 1000);
        }
        for (long micros = 1; micros < 100_000_000; micros *= 3) {
            assertThat(counted.countAtMost(micros * 1000 + 999)).isEqualTo(sorted.countAtMost(micros * 1000 + 999));
        }
    }

    @Test
    void noKnownValuesHaveNoDistribution() {
        Column column = new Column();
        column.add(Metric.NONE);

        assertThat(column.distribution()).isEmpty();
        assertThat(new GapHistogram().distribution()).isEmpty();
    }
}
