// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacedStreamsTest {

    private final PacedStreams streams = new PacedStreams(new Pace(Duration.ofMillis(5), Duration.ofNanos(1_100_000)));

    private long now;

    @Test
    void tokensComeOnAGridAndDoNotDrift() {
        FakeBatchEntry entry = new FakeBatchEntry(1, 4, () -> now);

        streams.add(entry, 0);
        runAll();

        assertThat(entry.times()).containsExactly(5_000_000L, 6_250_000L, 7_250_000L, 8_500_000L);
    }

    @Test
    void streamsDoNotDelayEachOther() {
        FakeBatchEntry first = new FakeBatchEntry(1, 2, () -> now);
        FakeBatchEntry second = new FakeBatchEntry(100_000, 2, () -> now);

        streams.add(first, 0);
        streams.add(second, 1_000_000);
        assertThat(streams.running()).isEqualTo(2);
        runAll();

        assertThat(first.times()).containsExactly(5_000_000L, 6_250_000L);
        assertThat(second.times()).containsExactly(6_000_000L, 7_250_000L);
    }

    @Test
    void cancelledStreamEnds() {
        FakeBatchEntry entry = new FakeBatchEntry(1, 2, () -> now);
        streams.add(entry, 0);
        entry.cancel();

        runAll();

        assertThat(entry.times()).isEmpty();
        assertThat(streams.running()).isZero();
    }

    private void runAll() {
        while (streams.next() != TokenScheduler.NEVER) {
            now = streams.next();
            streams.advance();
        }
    }
}
