// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.Reason;
import io.loadharness.internal.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The wall-clock time at which a run starts, so that several processes start together. */
final class CommonStart {

    /** The maximum start delay of a valid run. The smaller of this limit and the limit by {@link #MAX_SHARE} applies. */
    private static final Duration MAX_DELAY = Duration.ofMillis(50);

    /** The maximum start delay of a valid run, as a fraction of its length. */
    private static final double MAX_SHARE = 0.01;

    /**
     * The time between the last reading of the wall clock and the start. The wall clock is read again near the start, because it can be
     * adjusted during a long wait.
     */
    private static final long LAST_READ_NANOS = 100_000_000;

    private static final double NANOS_PER_MILLI = 1e6;

    private final Instant time;
    private final Consumer<Reason> late;
    private final long maxDelayNanos;
    private volatile long delayNanos;

    /** @param late called at once if the run starts so late that it is not valid */
    CommonStart(Instant time, Schedule schedule, Consumer<Reason> late) {
        this.time = time;
        this.late = late;
        this.maxDelayNanos = Math.min(
                MAX_DELAY.toNanos(),
                schedule.length()
                        .map(length -> (long) (length.toNanos() * MAX_SHARE))
                        .filter(share -> share > 0)
                        .orElse(MAX_DELAY.toNanos()));
    }

    /**
     * Waits until the start and returns its time on the clock of the pacer. If the start has already passed, returns the current time
     * immediately.
     */
    long await(Pacer pacer, BooleanSupplier ending) {
        long start = awaitTime(pacer, ending);
        startDelay().ifPresent(late);
        return start;
    }

    private long awaitTime(Pacer pacer, BooleanSupplier ending) {
        long start = start(pacer);
        if (start - pacer.now() > LAST_READ_NANOS) {
            pacer.await(start - LAST_READ_NANOS, ending);
            start = start(pacer);
        }
        boolean hasPassed = start - pacer.now() <= 0;
        if (!hasPassed) {
            pacer.await(start, ending);
        }
        long now = pacer.now();
        delayNanos = Math.max(0, now - start);
        return hasPassed ? now : start;
    }

    /** Reads the wall clock, and returns the start on the clock of the pacer. */
    private long start(Pacer pacer) {
        ClockReading now = ClockReading.of(Instant::now, pacer::now);
        return now.nanos() + Duration.between(now.wall(), time).toNanos();
    }

    /** Returns the delay of the start as text. */
    String delay() {
        return millis(delayNanos);
    }

    /** Returns the reason why the run is not valid; empty if it started in time. */
    Optional<Reason> startDelay() {
        return delayNanos <= maxDelayNanos
                ? Optional.empty()
                : Optional.of(new Reason(
                                Reason.Code.STARTED_LATE,
                                "the run started " + delay() + " ms after the common start, " + time + "; the limit is "
                                        + millis(maxDelayNanos) + " ms")
                        .with("delay_ms", delayNanos / NANOS_PER_MILLI)
                        .with("limit_ms", maxDelayNanos / NANOS_PER_MILLI));
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
    }
}
