// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockReadingTest {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(60);

    private long now = Long.MAX_VALUE - 100; // overflows
    private final long origin = now;
    private int reads;

    /** Reads clocks that pass 10 ns with each read. The process is paused before or after the wall clock is read, in the first readings. */
    private ClockReading reading(int paused, boolean before) {
        return ClockReading.of(
                () -> {
                    boolean isPaused = reads++ < paused;
                    now += isPaused && before ? PAUSE : 10;
                    Instant wall = Instant.EPOCH.plusNanos(now - origin);
                    now += isPaused && !before ? PAUSE : 10;
                    return wall;
                },
                () -> now);
    }

    private long error(ClockReading reading) {
        return Math.abs(Duration.between(Instant.EPOCH, reading.wall()).toNanos() - (reading.nanos() - origin));
    }

    @Test
    void theErrorOfEachReadingIsWithinItsBound() {
        for (boolean before : new boolean[] {true, false}) {
            ClockReading reading = reading(Integer.MAX_VALUE, before);

            assertThat(error(reading)).isBetween(PAUSE / 2 - 10, reading.boundNanos());
            assertThat(reading.boundNanos()).isBetween(PAUSE / 2, PAUSE / 2 + 10);
        }
    }

    @Test
    void aPauseInSomeReadingsHasNoEffect() {
        ClockReading reading = reading(5, true);

        assertThat(error(reading)).isZero();
        assertThat(reading.boundNanos()).isEqualTo(10);
    }

    @Test
    void readsTheClocksOfThisProcess() {
        Instant before = Instant.now();
        long nanos = System.nanoTime();

        ClockReading reading = ClockReading.now();

        assertThat(reading.boundNanos()).isNotNegative();
        assertThat(reading.nanos() - nanos).isNotNegative();
        assertThat(System.nanoTime() - reading.nanos()).isNotNegative();
        assertThat(reading.wall()).isAfterOrEqualTo(before);
    }
}
