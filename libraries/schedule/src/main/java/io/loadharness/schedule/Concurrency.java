// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;

/**
 * So many samples at a time: the next one is issued when one has ended. A closed loop, which slows down with the system.
 *
 * <pre>{@code
 * Schedule schedule = Concurrency.of(16).samples(1000);
 * }</pre>
 */
public final class Concurrency extends Traffic {

    private static final int MOST = 1_000_000;

    private final int level;
    private final long thinkNanos;

    private Concurrency(int level, long thinkNanos) {
        this.level = level;
        this.thinkNanos = thinkNanos;
    }

    /** So many at a time. */
    public static Concurrency of(int level) {
        if (level < 1 || level > MOST) {
            throw new IllegalArgumentException(
                    "the concurrency is " + level + " and must be at least 1, at most " + MOST);
        }
        return new Concurrency(level, 0);
    }

    /** The same with a pause between the end of a sample and the one that follows it. */
    public Concurrency thinking(Duration pause) {
        return new Concurrency(level, ScheduleBounds.nanosOrNone("the think time", pause));
    }

    int level() {
        return level;
    }

    long thinkNanos() {
        return thinkNanos;
    }

    @Override
    double nanosFor(long samples) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    double peakRate() {
        return 0;
    }

    @Override
    public String toString() {
        return level + " at a time" + (thinkNanos == 0 ? "" : ", thinking for " + ScheduleBounds.seconds(thinkNanos));
    }
}
