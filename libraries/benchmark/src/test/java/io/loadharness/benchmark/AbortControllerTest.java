// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AbortControllerTest {

    @Test
    void aShutdownReleasesTheFolderAfterTheEndOfTheBenchmarkThread() throws Exception {
        List<String> steps = new CopyOnWriteArrayList<>();
        CountDownLatch preparing = new CountDownLatch(1);
        AbortController controller = new AbortController();
        controller.onExit(() -> steps.add("released"));
        Thread shutdown = new Thread(controller::shutDown);
        Thread benchmark = new Thread(() -> {
            controller.interruptOnRequest(Thread.currentThread());
            preparing.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                while (shutdown.getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait(); // until the shutdown waits for this thread or has ended
                }
                steps.add("ended");
            }
            controller.close();
        });

        benchmark.start();
        preparing.await();
        shutdown.start();
        shutdown.join();
        benchmark.join();

        assertThat(steps).containsExactly("ended", "released");
    }
}
