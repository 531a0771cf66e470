// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The remaining time of a wait for another thread. The wait consists of short steps. A pause of the JVM counts as one step, because the
 * other thread is paused too. Not thread-safe.
 *
 * <pre>{@code
 * RemainingTime remaining = new RemainingTime(limit);
 * while (!remaining.isOver() && !latch.await(remaining.startStep(), TimeUnit.NANOSECONDS)) {
 *     remaining.endStep();
 * }
 * }</pre>
 */
public final class RemainingTime {

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongSupplier clock;
    private long left;
    private long stepStart;

    /** Creates the remaining time of a wait. */
    public RemainingTime(Duration limit) {
        this(limit, System::nanoTime);
    }

    RemainingTime(Duration limit, LongSupplier clock) {
        this.clock = clock;
        left = limit.toNanos();
    }

    /** Returns true if no time is left. */
    public boolean isOver() {
        return left <= 0;
    }

    /** Starts a step, and returns its maximum duration in nanoseconds. */
    public long startStep() {
        stepStart = clock.getAsLong();
        return Math.max(0, Math.min(left, STEP_NANOS));
    }

    /** Subtracts the duration of the step, at most 100 ms, from the remaining time. */
    public void endStep() {
        left -= Math.max(0, Math.min(clock.getAsLong() - stepStart, STEP_NANOS));
    }
}
