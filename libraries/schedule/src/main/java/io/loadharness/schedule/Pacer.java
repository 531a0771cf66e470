// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a run waits for the moment at which a sample is due. Safe for any number of runs. */
public abstract class Pacer {

    /** Later than this no operating system wakes a thread up that has a processor to itself. */
    private static final Duration LATEST_WAKING = Duration.ofMillis(1);

    /** About what it takes to wake a thread up: it costs no more to be early by it and to look at the clock then. */
    private static final Duration WAKING = Duration.ofNanos(30_000);

    Pacer() {}

    /**
     * Sleeps until right before the moment, which takes some 25 µs of a processor each time. On Linux it wakes up within some 50 µs of
     * the moment, mostly within 5.
     */
    public static Pacer sleeping() {
        return new Waiting(WAKING.toNanos());
    }

    /** Sleeps until shortly before the moment and then looks at the clock without a pause, which takes most of a processor at high rates. */
    public static Pacer busy() {
        return new Waiting(LATEST_WAKING.toNanos());
    }

    /** Called first by the thread that is going to wait. */
    public void begin() {}

    /** The time, in the nanoseconds of {@link System#nanoTime}. */
    abstract long now();

    /** Returns at the moment, at once if it is past, or when the run is ending. For the thread that issues. */
    public abstract void await(long moment, BooleanSupplier ending);

    private static final class Waiting extends Pacer {

        private final long spunNanos;

        Waiting(long spunNanos) {
            this.spunNanos = spunNanos;
        }

        @Override
        public void begin() {
            TimerSlack.least();
        }

        @Override
        long now() {
            return System.nanoTime();
        }

        @Override
        public void await(long moment, BooleanSupplier ending) {
            long left = moment - now();
            while (left > 0 && !ending.getAsBoolean()) {
                if (left > spunNanos) {
                    LockSupport.parkNanos(this, left - spunNanos);
                    Thread.interrupted(); // left by a callback; with it, a thread is not parked
                } else {
                    Thread.onSpinWait();
                }
                left = moment - now();
            }
        }
    }
}
