// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** The increase of a monotonic counter during the watched periods. Not thread-safe. */
final class WatchedCounter {

    private long last;
    private long increase;
    private long maxIncrease;

    /** Starts a watched period. */
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

    /** Returns the largest increase between two updates. */
    long maxIncrease() {
        return maxIncrease;
    }

    /** Returns the increase divided by a time, for counters of nanoseconds. */
    double shareOf(long nanos) {
        return nanos > 0 ? (double) increase / nanos : 0;
    }
}
