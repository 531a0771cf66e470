// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientHealthMonitorTest {

    @Test
    void pollsUntilItIsEnded() throws InterruptedException {
        CountDownLatch polls = new CountDownLatch(5);
        LoopProbe reader = new LoopProbe(task -> {
            polls.countDown();
            task.run();
        });
        ClientHealthMonitor monitor = ClientHealthMonitor.start(() -> true, List.of(reader), new SendDelays());
        polls.await();

        ClientHealth health = monitor.end();

        assertThat(health.watched()).isPositive();
        assertThat(health.pauses().count()).isPositive();
        assertThat(health.readers()).singleElement().satisfies(each -> {
            assertThat(each.thread()).isEqualTo("client-health");
            assertThat(each.delay().count()).isGreaterThanOrEqualTo(5);
        });
        assertThat(health.cpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void endsDespiteInterrupt() {
        ClientHealthMonitor monitor = ClientHealthMonitor.start(() -> false, List.of(), new SendDelays());
        Thread.currentThread().interrupt();

        ClientHealth health = monitor.end();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(health.watched()).isZero();
    }
}
