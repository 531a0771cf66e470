package io.loadharness.inference;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a backend that is still loading. */
final class Readiness {

    private static final long PAUSE_MILLIS = 100;

    private Readiness() {}

    static void await(InferenceBackend backend, long deadline, Duration limit)
            throws InterruptedException, TimeoutException {
        Health health = backend.health();
        while (!health.ready()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new TimeoutException(
                        backend.name() + " is not ready after " + limit.toSeconds() + " s: " + health.detail());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            health = backend.health();
        }
    }
}
