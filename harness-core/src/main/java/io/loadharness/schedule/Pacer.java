package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a run waits for the moment at which a sample is due. Safe for any number of runs. */
public abstract class Pacer {

    /** Later than this no operating system wakes a thread up that has a processor to itself. */
    private static final Duration SPUN = Duration.ofMillis(1);

    Pacer() {}

    /** Sleeps until the moment, which takes some 15 µs of a processor each time. Linux wakes a thread up some 60 µs late. */
    public static Pacer sleeping() {
        return new Waiting(0);
    }

    /** Sleeps until shortly before the moment and then looks at the clock without a pause, which takes most of a processor at high rates. */
    public static Pacer busy() {
        return new Waiting(SPUN.toNanos());
    }

    /** The time, in the nanoseconds of {@link System#nanoTime}. */
    abstract long now();

    /** Returns at the moment, at once if it is past, or when the run is ending. For the thread that issues. */
    abstract void await(long moment, BooleanSupplier ending);

    private static final class Waiting extends Pacer {

        private final long spunNanos;

        Waiting(long spunNanos) {
            this.spunNanos = spunNanos;
        }

        @Override
        long now() {
            return System.nanoTime();
        }

        @Override
        void await(long moment, BooleanSupplier ending) {
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
