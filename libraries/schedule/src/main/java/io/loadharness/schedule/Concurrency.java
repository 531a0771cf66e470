// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;

/**
 * A closed loop: keeps a number of samples in flight and issues the next sample when a sample ends. If the system slows down, the rate
 * decreases.
 *
 * <pre>{@code
 * Schedule schedule = Concurrency.of(16).samples(1000);
 * }</pre>
 */
public final class Concurrency extends LoadPattern {

    private static final int MAX_CONCURRENCY = 1_000_000;

    private final int concurrency;
    private final long thinkNanos;

    private Concurrency(int concurrency, long thinkNanos) {
        this.concurrency = concurrency;
        this.thinkNanos = thinkNanos;
    }

    /** Returns a closed loop with the given number of samples in flight. */
    public static Concurrency of(int concurrency) {
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
            throw new IllegalArgumentException(
                    "the concurrency must be between 1 and " + MAX_CONCURRENCY + ": got " + concurrency);
        }
        return new Concurrency(concurrency, 0);
    }

    /** Returns a copy of this loop with a pause between the end of a sample and the issue of the next sample. */
    public Concurrency thinking(Duration pause) {
        return new Concurrency(concurrency, ScheduleBounds.nanosOrZero("the think time", pause));
    }

    int level() {
        return concurrency;
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
        return concurrency + " at a time"
                + (thinkNanos == 0 ? "" : ", thinking for " + ScheduleBounds.seconds(thinkNanos));
    }
}
