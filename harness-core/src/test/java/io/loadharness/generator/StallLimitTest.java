// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallLimitTest {

    private static final long LIMIT = Duration.ofSeconds(60).toNanos();

    private final StallLimit limit = new StallLimit(Duration.ofSeconds(60));

    @Test
    void runWithoutProgressIsStalledAfterLimit() {
        assertThat(limit.isExceeded(7, 0, true)).isFalse();
        assertThat(limit.isExceeded(7 + LIMIT, 0, true)).isFalse();
        assertThat(limit.isExceeded(8 + LIMIT, 0, true)).isTrue();
    }

    @Test
    void runWithProgressIsNotStalled() {
        assertThat(limit.isExceeded(0, 0, true)).isFalse();

        assertThat(limit.isExceeded(2 * LIMIT, 1, true)).isFalse();
        assertThat(limit.isExceeded(3 * LIMIT, 1, true)).isFalse();
        assertThat(limit.isExceeded(3 * LIMIT + 1, 1, true)).isTrue();
    }

    @Test
    void runThatWaitsForItsScheduleIsNotStalled() {
        assertThat(limit.isExceeded(0, 0, true)).isFalse();

        assertThat(limit.isExceeded(10 * LIMIT, 0, false)).isFalse();
    }

    @Test
    void periodIsShortComparedToLimit() {
        assertThat(limit.periodMillis()).isEqualTo(1000);
        assertThat(new StallLimit(Duration.ofMillis(100)).periodMillis()).isEqualTo(11);
    }
}
