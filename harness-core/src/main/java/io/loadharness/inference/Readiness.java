// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.internal.LimitedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Waits for a backend that is still loading. */
final class Readiness {

    private static final long PAUSE_MILLIS = 100;

    private Readiness() {}

    /**
     * Waits for a backend.
     *
     * @param messages receives a sentence about each new reason to wait
     */
    static void await(InferenceBackend backend, long deadline, Duration limit, Consumer<String> messages)
            throws InterruptedException, TimeoutException, IOException {
        Set<String> reported = new HashSet<>();
        Health health = check(backend, deadline);
        while (!health.ready()) {
            if (health.permanent()) {
                throw new IOException(backend.name() + " cannot be used: " + health.detail());
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new TimeoutException(
                        backend.name() + " is not ready after " + limit.toSeconds() + " s: " + health.detail());
            }
            if (reported.add(health.detail())) {
                messages.accept(
                        "Waiting up to " + limit.toSeconds() + " s for " + backend.name() + ": " + health.detail());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            health = check(backend, deadline);
        }
    }

    /** Checks the health on a separate thread, because the check may block for longer than the time limit. */
    private static Health check(InferenceBackend backend, long deadline) throws InterruptedException {
        LimitedCall<Health> check = LimitedCall.start("health", backend::health);
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        if (!check.await(LimitedCall.atLeastMinimum(left))) {
            return Health.notReady("it does not respond");
        }
        try {
            return check.result();
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the health check of " + backend.name() + " failed", e);
        }
    }
}
