// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.time.Duration;

/**
 * How long something was late, over many times that it could be. Durations are three percent exact and never too long.
 *
 * @param count how often somebody looked
 * @param p50Nanos the median
 * @param p99Nanos the 99th percentile
 * @param lastingNanos what one percent, and at least {@value #LEAST}, were late by or more; zero if there are fewer. Limits are about
 *     this: so nobody is judged by a handful
 * @param maxNanos the longest
 */
public record Delay(long count, long p50Nanos, long p99Nanos, long lastingNanos, long maxNanos) {

    /** Nobody looked. */
    public static final Delay NONE = new Delay(0, 0, 0, 0, 0);

    static final int LEAST = 10;

    /** The median. */
    public Duration p50() {
        return Duration.ofNanos(p50Nanos);
    }

    /** The 99th percentile. */
    public Duration p99() {
        return Duration.ofNanos(p99Nanos);
    }

    /** What one percent, and at least {@value #LEAST}, were late by or more. */
    public Duration lasting() {
        return Duration.ofNanos(lastingNanos);
    }

    /** The longest. */
    public Duration max() {
        return Duration.ofNanos(maxNanos);
    }
}
