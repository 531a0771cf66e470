// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import java.time.Duration;

/**
 * Measures the time that a run waits for the system under test without progress. {@link GeneratorRun} ends a run that waits too long. Not
 * thread-safe.
 */
final class StallLimit {

    private static final long MAX_PERIOD_MILLIS = 1000;

    private final long limitNanos;
    private long activity = -1;
    private long changedAt;

    StallLimit(Duration limit) {
        limitNanos = limit.toNanos();
    }

    /** Returns the time between two calls of {@link #isExceeded}. */
    long periodMillis() {
        return Math.min(limitNanos / 10_000_000 + 1, MAX_PERIOD_MILLIS);
    }

    /**
     * Returns true if the run has waited without progress for longer than the limit.
     *
     * @param now the current time, in nanoseconds
     * @param newActivity a number that changes with any progress
     * @param waiting true if the run waits for the system under test
     */
    boolean isExceeded(long now, long newActivity, boolean waiting) {
        if (newActivity != activity || !waiting) {
            activity = newActivity;
            changedAt = now;
        }
        return now - changedAt > limitNanos;
    }
}
