// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the remaining time of waits with a clock that jumps, as after a pause of the JVM. */
class RemainingTimeTest {

    private long now;

    private void step(RemainingTime remaining, long millis) {
        remaining.startStep();
        now += TimeUnit.MILLISECONDS.toNanos(millis);
        remaining.endStep();
    }

    @Test
    void aPauseCountsAsOneStep() {
        RemainingTime remaining = new RemainingTime(Duration.ofMillis(250), () -> now);

        step(remaining, 2000);
        assertThat(remaining.isOver()).isFalse();
        step(remaining, 60_000);
        assertThat(remaining.isOver()).isFalse();
        assertThat(remaining.startStep()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        step(remaining, 50);
        assertThat(remaining.isOver()).isTrue();
        assertThat(remaining.startStep()).isZero();
    }

    @Test
    void shortStepsCountWithTheirDuration() {
        RemainingTime remaining = new RemainingTime(Duration.ofMillis(10), () -> now);

        for (int i = 0; i < 10; i++) {
            assertThat(remaining.isOver()).isFalse();
            step(remaining, 1);
        }
        assertThat(remaining.isOver()).isTrue();
    }
}
