// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** Measures the increase of a monotonic counter, for example of CPU time, in the periods with samples in flight. Not thread-safe. */
final class WatchedCounter {

    private long last;
    private long increase;
    private long maxIncrease;

    /** Starts a period with samples in flight. {@code total} is the current value of the counter. */
    void restart(long total) {
        last = total;
    }

    void update(long total) {
        long added = Math.max(0, total - last);
        increase += added;
        maxIncrease = Math.max(maxIncrease, added);
        last = total;
    }

    long increase() {
        return increase;
    }

    /** Returns the largest increase from one update to the next. */
    long maxIncrease() {
        return maxIncrease;
    }

    /** Returns the increase divided by a time; zero if the time is zero. The counter must count nanoseconds. */
    double shareOf(long nanos) {
        return nanos > 0 ? (double) increase / nanos : 0;
    }
}
