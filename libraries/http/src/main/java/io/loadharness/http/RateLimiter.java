// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** A token bucket: allows a burst of {@code max} permits, then one permit per interval. Not thread-safe. */
final class RateLimiter {

    private final int max;
    private final long intervalNanos;
    private int available;
    private long lastNanos;

    RateLimiter(int max, long intervalNanos) {
        this.max = max;
        this.intervalNanos = intervalNanos;
        this.available = max;
    }

    /** Takes one permit and returns true; returns false if no permit is available at the time {@code now}. */
    boolean tryAcquire(long now) {
        if (available == max) {
            lastNanos = now;
        }
        long added = (now - lastNanos) / intervalNanos;
        available = (int) Math.min(max, available + added);
        lastNanos += added * intervalNanos;
        if (available == 0) {
            return false;
        }
        available--;
        return true;
    }
}
