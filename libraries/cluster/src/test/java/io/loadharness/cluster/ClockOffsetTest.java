// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.WorkerLink.ClockSample;
import io.loadharness.internal.ClockReading;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The wall clock of the worker is 7 s ahead. The clocks of the coordinator start at 0, and its wall clock at 1970. */
class ClockOffsetTest {

    private static final long AHEAD = 7_000_000_000L;
    private static final long PAUSE = 60_000_000;

    private static ClockSample sample(long sent, long toWorker, long back) {
        return new ClockSample(sent, sent + toWorker + back, sent + toWorker + AHEAD);
    }

    @Test
    void usesTheFastestRoundTrip() {
        ClockOffset offset = ClockOffset.of(
                List.of(sample(1_000, 0, 5_000), sample(10_000, 300, 100), sample(20_000, 500, 0)),
                new ClockReading(Instant.EPOCH.plusNanos(30_000), 30_000, 0));

        assertThat(offset).isEqualTo(new ClockOffset(AHEAD + 100, 200));
    }

    /** The coordinator was paused before or after it read its wall clock. */
    @Test
    void theBoundIncludesTheErrorOfReadingTheClocks() {
        for (long wall : new long[] {0, PAUSE}) {
            ClockReading here = new ClockReading(Instant.EPOCH.plusNanos(wall), PAUSE / 2, PAUSE / 2);

            ClockOffset offset = ClockOffset.of(List.of(sample(PAUSE, 100, 100)), here);

            assertThat(Math.abs(offset.nanos() - AHEAD)).isBetween(PAUSE / 2, offset.boundNanos());
            assertThat(offset.boundNanos()).isEqualTo(PAUSE / 2 + 100);
        }
    }
}
