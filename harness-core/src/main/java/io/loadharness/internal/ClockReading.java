// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One time on the wall clock and on the monotonic clock of this process. The two clocks are read one after the other, and the process can be
 * paused between the two reads.
 *
 * @param wall the time on the wall clock
 * @param nanos the same time on the monotonic clock, in nanoseconds
 * @param boundNanos the maximum error of {@code nanos}
 */
public record ClockReading(Instant wall, long nanos, long boundNanos) {

    private static final int TRIES = 10;

    /** Reads the clocks {@link Instant#now()} and {@link System#nanoTime()}. */
    public static ClockReading now() {
        return of(Instant::now, System::nanoTime);
    }

    /** Reads two clocks several times and returns the reading with the smallest error. */
    public static ClockReading of(Supplier<Instant> wallClock, LongSupplier clock) {
        ClockReading best = read(wallClock, clock);
        for (int i = 1; i < TRIES; i++) {
            ClockReading next = read(wallClock, clock);
            best = next.boundNanos < best.boundNanos ? next : best;
        }
        return best;
    }

    private static ClockReading read(Supplier<Instant> wallClock, LongSupplier clock) {
        long before = clock.getAsLong();
        Instant wall = wallClock.get();
        long gap = clock.getAsLong() - before;
        return new ClockReading(wall, before + gap / 2, gap - gap / 2);
    }
}
