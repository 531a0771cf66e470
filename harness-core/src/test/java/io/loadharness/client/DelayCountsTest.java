// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayCountsTest {

    private final DelayCounts counts = new DelayCounts();

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 31, 32, 33, 999, 123_456_789, Long.MAX_VALUE})
    void aDelayIsThreePercentExactAndNeverTooLong(long nanos) {
        counts.add(nanos);

        assertThat(counts.delay().maxNanos()).isBetween((long) (nanos * 0.96), nanos);
    }

    @Test
    void whatIsEarlyIsNotLate() {
        counts.add(-5);

        assertThat(counts.delay()).isEqualTo(new Delay(1, 0, 0, 0, 0));
    }

    @Test
    void nobodyLookedIfNothingWasAdded() {
        assertThat(counts.delay()).isEqualTo(Delay.NONE);
    }

    @Test
    void thePercentilesAreThoseOfAllThatWasAdded() {
        LongStream.rangeClosed(1, 10_000).forEach(i -> counts.add(1000 * i));

        Delay delay = counts.delay();
        assertThat(delay.count()).isEqualTo(10_000);
        assertThat(delay.p50Nanos()).isCloseTo(5_000_000, within(160_000L));
        assertThat(delay.p99Nanos()).isCloseTo(9_900_000, within(320_000L));
        assertThat(delay.lastingNanos()).isEqualTo(delay.p99Nanos());
        assertThat(delay.maxNanos()).isCloseTo(10_000_000, within(320_000L));
    }

    @Test
    void aHandfulOfLongOnesDoesNotLast() {
        LongStream.range(0, 100).forEach(i -> counts.add(1));
        LongStream.range(0, 9).forEach(i -> counts.add(1 << 20));
        assertThat(counts.delay().p99Nanos()).isEqualTo(1 << 20);
        assertThat(counts.delay().lastingNanos()).isEqualTo(1);

        counts.add(1 << 20);
        assertThat(counts.delay().lastingNanos()).isEqualTo(1 << 20);
    }

    @Test
    void onlyWhatWasAddedSinceACopyCounts() {
        counts.add(1 << 20);
        long[] before = counts.copy();
        counts.add(2);

        assertThat(counts.since(before)).isEqualTo(new Delay(1, 2, 2, 0, 2));
    }

    @Test
    void whoeverMightHaveComeMeanwhileHadToWaitToo() {
        counts.addAll(100, 130, 10);

        assertThat(counts.delay().count()).isEqualTo(4);
        assertThat(counts.delay().maxNanos()).isEqualTo(30);
        assertThat(counts.delay().p50Nanos()).isEqualTo(20);
    }
}
