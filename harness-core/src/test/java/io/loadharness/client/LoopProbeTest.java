// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LoopProbeTest {

    private static final long PERIOD = 10;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private long now;
    private final LoopProbe probe = new LoopProbe(tasks::add, () -> now);

    @Test
    void loopThatRunsTaskHasShortDelay() {
        probe.poll(0, PERIOD);
        now = 3;
        tasks.remove().run();

        assertThat(probe.delays().delay()).isEqualTo(new Delay(1, 3, 3, 0, 3));
        assertThat(probe.thread()).isEqualTo(Thread.currentThread());
    }

    @Test
    void blockedLoopGetsOneTaskAndCountsForEachPoll() {
        for (int i = 0; i < 20; i++) {
            probe.poll(i * PERIOD, PERIOD);
        }
        now = 199;
        assertThat(tasks).hasSize(1);
        tasks.remove().run();

        assertThat(probe.delays().delay().count()).isEqualTo(20);
        assertThat(probe.delays().delay().maxNanos()).isBetween(192L, 199L);
        assertThat(probe.delays().delay().judgedNanos()).isPositive();
    }

    @Test
    void delayOfUnfinishedTaskIsCountedAtTheEnd() {
        probe.poll(0, PERIOD);
        probe.finish(40, PERIOD);

        assertThat(probe.delays().delay().count()).isEqualTo(5);
        tasks.remove().run();
        assertThat(probe.delays().delay().count()).isEqualTo(5);
    }

    @Test
    void closedLoopHasNoDelay() {
        LoopProbe closed = new LoopProbe(
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                () -> now);
        closed.poll(0, PERIOD);
        closed.finish(40, PERIOD);

        assertThat(closed.delays().delay()).isEqualTo(Delay.NONE);
    }
}
