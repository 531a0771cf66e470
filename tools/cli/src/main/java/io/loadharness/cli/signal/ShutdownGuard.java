// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import io.loadharness.cli.output.StandardStreams;
import io.loadharness.internal.JvmShutdown;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * Delays the exit of the JVM after Ctrl-C or SIGTERM until all output is printed, and written if the terminal accepts it. The JVM runs its
 * shutdown on another thread. The delay applies to runs. A signal during the preparation ends the JVM immediately, after one line about the
 * step that it stopped.
 */
public final class ShutdownGuard implements AutoCloseable {

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::await, "harness-shutdown");
    private final PrintWriter err;
    private final BooleanSupplier isShuttingDown;
    private String step;
    private boolean isActive;
    private boolean isStoppedEarly;

    /** Registers a shutdown hook, which {@link #close} removes. A signal before {@link #activate} prints nothing. */
    public ShutdownGuard() {
        this(new PrintWriter(Writer.nullWriter()), "");
    }

    /**
     * Registers a shutdown hook, which {@link #close} removes.
     *
     * @param err the receiver of the line about a signal before {@link #activate}
     * @param step the first step of the preparation, for example "reading the options"
     */
    public ShutdownGuard(PrintWriter err, String step) {
        this(err, step, JvmShutdown::isInProgress);
    }

    /** @param isShuttingDown returns true if the JVM is shutting down */
    ShutdownGuard(PrintWriter err, String step, BooleanSupplier isShuttingDown) {
        this.err = err;
        this.step = step;
        this.isShuttingDown = isShuttingDown;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets the current step of the preparation, for example "waiting for http://host:8000". */
    public synchronized void preparing(String currentStep) {
        step = currentStep;
    }

    /**
     * Activates the guard: from now on, a shutdown of the JVM waits until {@link #close} is called. Has no effect if a signal ended the
     * preparation, see {@link #isStoppedEarly}.
     */
    public synchronized void activate() {
        isActive = !isStoppedEarly();
    }

    /**
     * Returns true if a signal ended the preparation. The first call after the signal prints the line about it. The caller must not print
     * anything after this line.
     */
    public synchronized boolean isStoppedEarly() {
        if (!isActive && !isStoppedEarly && printed.getCount() > 0 && isShuttingDown.getAsBoolean()) {
            isStoppedEarly = true;
            err.println("Stopped by Ctrl-C or a signal while " + step + ": nothing was measured.");
            err.flush();
        }
        return isStoppedEarly;
    }

    private void await() {
        try {
            if (!isStoppedEarly()) { // the guard is active or closed
                printed.await();
            }
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
