// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of delays or other durations, accurate to 3 %. Thread-safe; {@link #add} takes a few nanoseconds and does not allocate.
 * Counts are never reset. To measure a period, call {@link #counts} at the start of the period and {@link #since} at its end.
 */
public final class DelayHistogram {

    private static final int STEP_BITS = 5;
    private static final int STEPS = 1 << STEP_BITS;

    /** The maximum ratio of a delay to its recorded value, which is rounded down. */
    public static final double MAX_ROUNDING = 1 + 1.0 / STEPS;

    static final int SIZE = (Long.SIZE - STEP_BITS) * STEPS;

    private final AtomicLongArray counts = new AtomicLongArray(SIZE);

    /** Creates an empty histogram. */
    public DelayHistogram() {}

    /** Adds a delay. A negative delay counts as zero. */
    public void add(long nanos) {
        counts.getAndIncrement(bucket(Math.max(0, nanos)));
    }

    /**
     * Adds one delay for each of the times {@code first}, {@code first + period} and so on up to {@code now}. The delay is the time from
     * each of these times to {@code now}.
     */
    void addAll(long first, long now, long period) {
        for (long time = first; time <= now; time += period) {
            add(now - time);
        }
    }

    /** Returns the current counts. */
    public DelayCounts counts() {
        return new DelayCounts(copy());
    }

    private long[] copy() {
        long[] copy = new long[SIZE];
        for (int i = 0; i < SIZE; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    /** Returns the delays that were added since earlier counts. */
    Delay since(DelayCounts earlier) {
        return counts().since(earlier);
    }

    /** Returns the distribution of all recorded delays. */
    Delay delay() {
        return delay(copy());
    }

    /** Returns the distribution of the delays in buckets. */
    static Delay delay(long[] counts) {
        long count = 0;
        for (long each : counts) {
            count += each;
        }
        return new Delay(
                count,
                shortestOfLongest(counts, (count + 1) / 2),
                shortestOfLongest(counts, (count + 99) / 100),
                shortestOfLongest(counts, Delay.judgedCount(count)),
                shortestOfLongest(counts, 1));
    }

    /** Returns the shortest delay among the {@code number} longest delays; zero if there are fewer delays. */
    private static long shortestOfLongest(long[] counts, long number) {
        long seen = 0;
        for (int i = SIZE - 1; i >= 0; i--) {
            seen += counts[i];
            if (seen >= number && number > 0) {
                return lowerBound(i);
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
    }

    /** Returns the shortest delay of a bucket. */
    private static long lowerBound(int bucket) {
        int shift = bucket / STEPS - 1;
        return shift < 0 ? bucket : (long) (bucket % STEPS + STEPS) << shift;
    }
}
