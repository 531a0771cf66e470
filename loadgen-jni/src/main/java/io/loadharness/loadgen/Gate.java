package io.loadharness.loadgen;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets threads into LoadGen while the run goes on, and keeps the run from ending under them. LoadGen frees its samples when a
 * run ends, so whoever closes the gate knows that nobody touches them any more. Safe for any number of threads.
 */
final class Gate {

    private static final long CLOSED = Long.MIN_VALUE;

    private final AtomicLong inside = new AtomicLong();

    /**
     * Enters; {@link #leave} must follow.
     *
     * @throws IllegalStateException if the gate is closed
     */
    void enter() {
        if (inside.getAndIncrement() < 0) {
            inside.getAndDecrement();
            throw new IllegalStateException("the run is over");
        }
    }

    void leave() {
        inside.getAndDecrement();
    }

    /** Lets nobody in any more and returns when everybody has left. May be called again. */
    void close() {
        inside.getAndUpdate(count -> count | CLOSED);
        while (inside.get() != CLOSED) {
            LockSupport.parkNanos(1_000); // calls into LoadGen are short and never block
        }
    }
}
