// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.time.Duration;

/**
 * A distribution of delays. Durations are rounded down by at most 3 %.
 *
 * @param count the number of observations
 * @param p50Nanos the median
 * @param p99Nanos the 99th percentile
 * @param judgedNanos the value that is compared with limits: the delay that 1 % of the observations, and at least {@value #MIN_JUDGED} of
 *     them, reach or exceed; zero if there are fewer than {@value #MIN_JUDGED} observations
 * @param maxNanos the longest delay
 */
public record Delay(long count, long p50Nanos, long p99Nanos, long judgedNanos, long maxNanos) {

    /** A distribution without observations. */
    public static final Delay NONE = new Delay(0, 0, 0, 0, 0);

    static final int MIN_JUDGED = 10;

    /** Returns the median. */
    public Duration p50() {
        return Duration.ofNanos(p50Nanos);
    }

    /** Returns the 99th percentile. */
    public Duration p99() {
        return Duration.ofNanos(p99Nanos);
    }

    /** Returns the delay that 1 % of the observations, and at least {@value #MIN_JUDGED} of them, reach or exceed. */
    public Duration judged() {
        return Duration.ofNanos(judgedNanos);
    }

    /** Returns the number of observations that reach or exceed {@link #judged}; zero if there are fewer than {@value #MIN_JUDGED}. */
    public long judgedCount() {
        return count < MIN_JUDGED ? 0 : judgedCount(count);
    }

    static long judgedCount(long count) {
        return Math.max((count + 99) / 100, MIN_JUDGED);
    }

    /** Returns the longest delay. */
    public Duration max() {
        return Duration.ofNanos(maxNanos);
    }
}
