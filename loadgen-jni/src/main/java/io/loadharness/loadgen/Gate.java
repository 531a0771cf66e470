package io.loadharness.loadgen;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads into LoadGen while the run goes on, and keeps the run from ending under them. LoadGen frees its samples when a
 * run ends, so whoever closes the gate knows that nobody touches them any more. Safe for any number of threads.
 *
 * <p>It also counts the completed samples, because every one of them passes here: one word holds whether the gate is closed, the
 * count, and the number of threads inside, so that a sample costs two atomic operations in all.
 */
final class Gate {

    private static final long CLOSED = Long.MIN_VALUE;
    private static final int COUNT_SHIFT = 24;
    private static final long INSIDE = (1L << COUNT_SHIFT) - 1;

    private final AtomicLong state = new AtomicLong();

    /**
     * Enters; {@link #leave} must follow.
     *
     * @throws IllegalStateException if the gate is closed
     */
    void enter() {
        if (state.getAndIncrement() < 0) {
            state.getAndDecrement();
            throw new IllegalStateException("the run is over");
        }
    }

    /** Leaves, having completed a number of samples. */
    void leave(int completed) {
        state.getAndAdd(((long) completed << COUNT_SHIFT) - 1);
    }

    /** How many samples were completed. */
    long completed() {
        return (state.get() & ~CLOSED) >>> COUNT_SHIFT;
    }

    /** Lets nobody in any more and returns when everybody has left. May be called again. */
    void close() {
        state.getAndUpdate(now -> now | CLOSED);
        while ((state.get() & INSIDE) != 0) {
            LockSupport.parkNanos(1_000); // calls into LoadGen are short and never block
        }
    }
}
