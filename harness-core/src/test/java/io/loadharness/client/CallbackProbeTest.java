// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallbackProbeTest {

    private static final long PERIOD = 10;

    private final CallbackProbe probe = new CallbackProbe();

    @Test
    void threadOutsideOfListenersHasNoDelay() {
        probe.enter();
        probe.leave();
        probe.poll(0, PERIOD);
        probe.poll(10, PERIOD);

        assertThat(probe.delays().delay()).isEqualTo(new Delay(2, 0, 0, 0, 0));
        assertThat(probe.thread()).isEqualTo(Thread.currentThread());
    }

    @Test
    void delayGrowsUntilListenerReturns() {
        probe.enter();
        probe.poll(0, PERIOD);
        probe.poll(10, PERIOD);
        probe.poll(20, PERIOD);

        assertThat(probe.delays().delay()).isEqualTo(new Delay(3, 10, 20, 0, 20));
    }

    @Test
    void consecutiveListenersHaveNoDelay() {
        for (int i = 0; i < 5; i++) {
            probe.enter();
            probe.poll(i * PERIOD, PERIOD);
            probe.leave();
        }

        assertThat(probe.delays().delay().maxNanos()).isZero();
    }

    @Test
    void nestedListenerBelongsToOuterOne() {
        probe.enter();
        probe.poll(0, PERIOD);
        probe.enter();
        probe.leave();
        probe.poll(10, PERIOD);

        assertThat(probe.delays().delay().maxNanos()).isEqualTo(10);
    }

    @Test
    void timeBetweenPollPeriodsIsNotCounted() {
        probe.enter();
        probe.poll(0, PERIOD);
        probe.finish(10, PERIOD);
        probe.poll(1000, PERIOD);

        assertThat(probe.delays().delay().maxNanos()).isZero();
    }
}
