// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts delays, or other times, by their length, three percent exact. Any number of threads may add; that takes a few nanoseconds and no
 * memory. Nothing is ever taken away: who wants to know what came in a while keeps a {@link #copy} of its beginning.
 */
public final class DelayCounts {

    private static final int STEP_BITS = 5;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int SIZE = (Long.SIZE - STEP_BITS) * STEPS;

    private final AtomicLongArray counts = new AtomicLongArray(SIZE);

    /** Nothing was counted yet. */
    public DelayCounts() {}

    /** Adds a delay; what is below zero was none. */
    public void add(long nanos) {
        counts.getAndIncrement(place(Math.max(0, nanos)));
    }

    /** Adds what somebody had to wait who came at any of the moments {@code due}, {@code due + period} and so on until now. */
    void addAll(long due, long now, long period) {
        for (long moment = due; moment <= now; moment += period) {
            add(now - moment);
        }
    }

    /** The counts now, for {@link #since}. */
    public long[] copy() {
        long[] copy = new long[SIZE];
        for (int i = 0; i < SIZE; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    /** What was added since an earlier copy. */
    public Delay since(long[] earlier) {
        long[] added = copy();
        for (int i = 0; i < SIZE; i++) {
            added[i] -= earlier[i];
        }
        return delay(added);
    }

    /** All that was added. */
    Delay delay() {
        return delay(copy());
    }

    private static Delay delay(long[] counts) {
        long count = 0;
        for (long each : counts) {
            count += each;
        }
        long late = Math.max((count + 99) / 100, Delay.LEAST);
        return new Delay(
                count,
                shortest(counts, (count + 1) / 2),
                shortest(counts, (count + 99) / 100),
                shortest(counts, late),
                shortest(counts, 1));
    }

    /** The shortest of the {@code number} longest delays; zero if there are not so many. */
    private static long shortest(long[] counts, long number) {
        long seen = 0;
        for (int i = SIZE - 1; i >= 0; i--) {
            seen += counts[i];
            if (seen >= number && number > 0) {
                return least(i);
            }
        }
        return 0;
    }

    private static int place(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
    }

    /** The shortest delay that is counted at a place. */
    private static long least(int place) {
        int shift = place / STEPS - 1;
        return shift < 0 ? place : (long) (place % STEPS + STEPS) << shift;
    }
}
