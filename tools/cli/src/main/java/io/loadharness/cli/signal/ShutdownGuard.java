// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import io.loadharness.cli.output.StandardStreams;
import java.util.concurrent.CountDownLatch;

/**
 * Delays the exit of the JVM after Ctrl-C or SIGTERM until all output is printed, and written if the terminal accepts it. The JVM runs its
 * shutdown on another thread.
 */
public final class ShutdownGuard implements AutoCloseable {

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::await, "harness-shutdown");
    private volatile boolean active;

    /** Registers a shutdown hook, which {@link #close} removes. */
    public ShutdownGuard() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Activates the guard: from now on, a shutdown of the JVM waits until {@link #close} is called. */
    public void activate() {
        active = true;
    }

    private void await() {
        if (!active) {
            return;
        }
        try {
            printed.await();
            StandardStreams.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM exit. Call this method after all output is printed. */
    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the shutdown hook returns after this call
        }
    }
}
