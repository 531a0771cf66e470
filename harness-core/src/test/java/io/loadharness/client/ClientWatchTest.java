// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClientWatchTest {

    @Test
    void looksAgainAndAgainUntilItIsEnded() throws InterruptedException {
        CountDownLatch looks = new CountDownLatch(5);
        LoopProbe reader = new LoopProbe(task -> {
            looks.countDown();
            task.run();
        });
        ClientWatch watch = ClientWatch.start(() -> true, List.of(reader), new SendDelays());
        looks.await();

        ClientHealth health = watch.end();

        assertThat(health.watched()).isPositive();
        assertThat(health.stalls().count()).isPositive();
        assertThat(health.readers()).singleElement().satisfies(each -> {
            assertThat(each.thread()).isEqualTo("client-health");
            assertThat(each.delay().count()).isGreaterThanOrEqualTo(5);
        });
        assertThat(health.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void anInterruptDoesNotKeepItFromEnding() {
        ClientWatch watch = ClientWatch.start(() -> false, List.of(), new SendDelays());
        Thread.currentThread().interrupt();

        ClientHealth health = watch.end();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(health.watched()).isZero();
    }
}
