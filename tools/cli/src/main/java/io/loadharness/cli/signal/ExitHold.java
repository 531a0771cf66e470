// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.util.concurrent.CountDownLatch;

/** Keeps the JVM alive after Ctrl-C or a signal until everything was printed. One thread prints; the shutdown may come at any time. */
public final class ExitHold implements AutoCloseable {

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::await, "harness-shutdown");
    private volatile boolean holds;

    /** Registers a shutdown hook, which {@link #close} removes. */
    public ExitHold() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Makes a shutdown wait for {@link #close} from now on. */
    public void hold() {
        holds = true;
    }

    private void await() {
        if (!holds) {
            return;
        }
        try {
            printed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM end: everything was printed. */
    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the hook returns now
        }
    }
}
