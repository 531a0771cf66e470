// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import java.time.Duration;

/**
 * Measures how long a run waits for its system without progress. {@link GeneratorRun} asks it, and ends a run that waits too long. For one
 * thread.
 */
final class StallLimit {

    private static final long MAX_PERIOD_MILLIS = 1000;

    private final long limitNanos;
    private long activity = -1;
    private long changedAt;

    StallLimit(Duration limit) {
        limitNanos = limit.toNanos();
    }

    /** Returns how often to call {@link #isExceeded}. */
    long periodMillis() {
        return Math.min(limitNanos / 10_000_000 + 1, MAX_PERIOD_MILLIS);
    }

    /**
     * Returns whether the run has waited without progress for longer than the limit.
     *
     * @param now the current time, in nanoseconds
     * @param newActivity a number that changes with any progress
     * @param waiting whether the next step is up to the system under test
     */
    boolean isExceeded(long now, long newActivity, boolean waiting) {
        if (newActivity != activity || !waiting) {
            activity = newActivity;
            changedAt = now;
        }
        return now - changedAt > limitNanos;
    }
}
