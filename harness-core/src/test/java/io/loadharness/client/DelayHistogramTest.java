// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayHistogramTest {

    private final DelayHistogram histogram = new DelayHistogram();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 31, 32, 33, 999, 123_456_789, Long.MAX_VALUE})
    void roundsDelayDownByAtMostFourPercent(long nanos) {
        histogram.add(nanos);

        assertThat(histogram.delay().maxNanos()).isBetween((long) (nanos * 0.96), nanos);
    }

    @Test
    void negativeDelayCountsAsZero() {
        histogram.add(-5);

        assertThat(histogram.delay()).isEqualTo(new Delay(1, 0, 0, 0, 0));
    }

    @Test
    void emptyHistogramHasNoDelay() {
        assertThat(histogram.delay()).isEqualTo(Delay.NONE);
    }

    @Test
    void percentilesCoverAllDelays() {
        LongStream.rangeClosed(1, 10_000).forEach(i -> histogram.add(1000 * i));

        Delay delay = histogram.delay();
        assertThat(delay.count()).isEqualTo(10_000);
        assertThat(delay.p50Nanos()).isCloseTo(5_000_000, within(160_000L));
        assertThat(delay.p99Nanos()).isCloseTo(9_900_000, within(320_000L));
        assertThat(delay.judgedNanos()).isEqualTo(delay.p99Nanos());
        assertThat(delay.maxNanos()).isCloseTo(10_000_000, within(320_000L));
    }

    @Test
    void judgedDelayNeedsAtLeastTenObservations() {
        LongStream.range(0, 100).forEach(i -> histogram.add(1));
        LongStream.range(0, 9).forEach(i -> histogram.add(1 << 20));
        assertThat(histogram.delay().p99Nanos()).isEqualTo(1 << 20);
        assertThat(histogram.delay().judgedNanos()).isEqualTo(1);
        assertThat(histogram.delay().judgedCount()).isEqualTo(10);

        histogram.add(1 << 20);
        assertThat(histogram.delay().judgedNanos()).isEqualTo(1 << 20);
    }

    @Test
    void countsOnlyDelaysAddedSinceCopy() {
        histogram.add(1 << 20);
        DelayCounts before = histogram.counts();
        histogram.add(2);

        assertThat(histogram.since(before)).isEqualTo(new Delay(1, 2, 2, 0, 2));
    }

    @Test
    void addsWaitOfEachPeriod() {
        histogram.addAll(100, 130, 10);

        assertThat(histogram.delay().count()).isEqualTo(4);
        assertThat(histogram.delay().maxNanos()).isEqualTo(30);
        assertThat(histogram.delay().p50Nanos()).isEqualTo(20);
    }
}
