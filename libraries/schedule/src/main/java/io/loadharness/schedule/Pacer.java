// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for the scheduled time of each sample. Thread-safe. Several runs may share a pacer.
 *
 * <pre>{@code
 * LoadGenerator load = new ScheduledLoad(schedule, Pacer.busy());
 * }</pre>
 */
public abstract class Pacer {

    /** The maximum delay with which an operating system wakes up a thread that does not share its CPU. */
    private static final Duration MAX_WAKE_UP_DELAY = Duration.ofMillis(1);

    /** The approximate CPU time of a wake-up. For shorter waits, spinning costs less CPU time than sleeping. */
    private static final Duration WAKE_UP_COST = Duration.ofNanos(30_000);

    /**
     * The maximum time for which a pacer spins without yielding its CPU to other threads. It is longer than two context switches: to a
     * thread that sends a request, and back. On a machine with few CPUs, a pacer that never yields its CPU would delay the sends of earlier
     * requests.
     */
    private static final Duration MAX_EXCLUSIVE_SPIN = Duration.ofNanos(50_000);

    Pacer() {}

    /**
     * Returns a pacer that sleeps until just before the scheduled time. The pacer needs about 25 µs of CPU time per sample. On Linux, a
     * wait ends at most about 50 µs after the scheduled time, and usually less than 5 µs after the scheduled time.
     */
    public static Pacer sleeping() {
        return new WaitingPacer(WAKE_UP_COST.toNanos());
    }

    /**
     * Returns a pacer that sleeps until 1 ms before the scheduled time and spins for the rest. At high rates, the pacer uses most of a CPU.
     * While the pacer spins, it yields the CPU to other threads until 50 µs before the scheduled time.
     */
    public static Pacer busy() {
        return new WaitingPacer(MAX_WAKE_UP_DELAY.toNanos());
    }

    /** Prepares the calling thread for {@link #await}. Called once, by the thread that issues samples. */
    public void begin() {}

    /** Returns the time in nanoseconds, as {@link System#nanoTime} does. */
    abstract long now();

    /**
     * Blocks the calling thread until the given time, or until the run is ending.
     *
     * @param time the time on the clock of {@link System#nanoTime}
     * @param ending returns true if the run is ending
     */
    public abstract void await(long time, BooleanSupplier ending);

    private static final class WaitingPacer extends Pacer {

        private final long spinNanos;

        WaitingPacer(long spinNanos) {
            this.spinNanos = spinNanos;
        }

        @Override
        public void begin() {
            TimerSlack.minimize();
        }

        @Override
        long now() {
            return System.nanoTime();
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // on a machine with few CPUs, other threads need this one to yield
        public void await(long time, BooleanSupplier ending) {
            long left = time - now();
            while (left > 0 && !ending.getAsBoolean()) {
                if (left > spinNanos) {
                    LockSupport.parkNanos(this, left - spinNanos);
                    Thread.interrupted(); // a callback may leave the interrupt flag set, and park would return
                    // immediately
                } else if (left > MAX_EXCLUSIVE_SPIN.toNanos()) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
                left = time - now();
            }
        }
    }
}
