// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The rule for signals that end the process. A signal soon after the first one is the same signal: a terminal sends Ctrl-C to all programs
 * in the foreground, and a wrapper script among them may forward it. Thread-safe.
 */
final class SignalRule {

    /** The time in which several signals count as one. */
    static final long SAME_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The effect of a signal. */
    enum Effect {
        /** The JVM shuts down. Runs are aborted and reported. */
        SHUTDOWN,
        /** No effect. */
        NONE,
        /** The process ends immediately. */
        HALT
    }

    private final LongSupplier nanoTime;
    private boolean isEnding;
    private long firstNanos;

    /** @param nanoTime returns the current time, as {@link System#nanoTime} does */
    SignalRule(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the effect of the signal that was received now. */
    synchronized Effect received() {
        long now = nanoTime.getAsLong();
        if (!isEnding) {
            isEnding = true;
            firstNanos = now;
            return Effect.SHUTDOWN;
        }
        return now - firstNanos < SAME_NANOS ? Effect.NONE : Effect.HALT;
    }
}
