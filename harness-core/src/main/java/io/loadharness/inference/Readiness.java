// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a backend that is still loading. */
final class Readiness {

    private static final long PAUSE_MILLIS = 100;

    private Readiness() {}

    static void await(InferenceBackend backend, long deadline, Duration limit)
            throws InterruptedException, TimeoutException {
        Health health = ask(backend, deadline);
        while (!health.ready()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new TimeoutException(
                        backend.name() + " is not ready after " + limit.toSeconds() + " s: " + health.detail());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            health = ask(backend, deadline);
        }
    }

    /** Asks on a thread of its own, because a server may keep silent for longer than anybody wants to wait. */
    private static Health ask(InferenceBackend backend, long deadline) throws InterruptedException {
        FutureTask<Health> answer = new FutureTask<>(backend::health);
        Thread asking = new Thread(answer, "health");
        asking.setDaemon(true);
        asking.start();
        long left = Math.max(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS), deadline - System.nanoTime());
        try {
            return answer.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Health.notReady("it does not answer");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(backend.name() + " cannot say whether it is ready", e.getCause());
        }
    }
}
