// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimiterTest {

    private static final long INTERVAL = 100;

    private final RateLimiter limiter = new RateLimiter(2, INTERVAL);

    @Test
    void allowsABurstAndThenOnePerInterval() {
        assertThat(limiter.tryAcquire(5_000)).isTrue();
        assertThat(limiter.tryAcquire(5_000)).isTrue();
        assertThat(limiter.tryAcquire(5_000 + INTERVAL - 1)).isFalse();
        assertThat(limiter.tryAcquire(5_000 + INTERVAL)).isTrue();
        assertThat(limiter.tryAcquire(5_000 + INTERVAL)).isFalse();
        assertThat(limiter.tryAcquire(5_000 + 2 * INTERVAL)).isTrue();
    }

    @Test
    void neverAllowsABiggerBurst() {
        assertThat(limiter.tryAcquire(0)).isTrue();
        assertThat(limiter.tryAcquire(1_000 * INTERVAL)).isTrue();
        assertThat(limiter.tryAcquire(1_000 * INTERVAL)).isTrue();
        assertThat(limiter.tryAcquire(1_000 * INTERVAL)).isFalse();
    }
}
