// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallbackProbeTest {

    private static final long PERIOD = 10;

    private final CallbackProbe probe = new CallbackProbe();

    @Test
    void aThreadOutsideOfListenersIsNotLate() {
        probe.enter();
        probe.leave();
        probe.look(0, PERIOD);
        probe.look(10, PERIOD);

        assertThat(probe.delays().delay()).isEqualTo(new Delay(2, 0, 0, 0, 0));
        assertThat(probe.thread()).isEqualTo(Thread.currentThread());
    }

    @Test
    void aListenerThatDoesNotReturnIsTheLaterTheLongerItIsLookedAt() {
        probe.enter();
        probe.look(0, PERIOD);
        probe.look(10, PERIOD);
        probe.look(20, PERIOD);

        assertThat(probe.delays().delay()).isEqualTo(new Delay(3, 10, 20, 0, 20));
    }

    @Test
    void oneListenerAfterTheOtherIsNotLate() {
        for (int i = 0; i < 5; i++) {
            probe.enter();
            probe.look(i * PERIOD, PERIOD);
            probe.leave();
        }

        assertThat(probe.delays().delay().maxNanos()).isZero();
    }

    @Test
    void aListenerInsideOfAnotherIsPartOfIt() {
        probe.enter();
        probe.look(0, PERIOD);
        probe.enter();
        probe.leave();
        probe.look(10, PERIOD);

        assertThat(probe.delays().delay().maxNanos()).isEqualTo(10);
    }

    @Test
    void aTimeThatNobodyWatchedIsNotCounted() {
        probe.enter();
        probe.look(0, PERIOD);
        probe.settle(10, PERIOD);
        probe.look(1000, PERIOD);

        assertThat(probe.delays().delay().maxNanos()).isZero();
    }
}
