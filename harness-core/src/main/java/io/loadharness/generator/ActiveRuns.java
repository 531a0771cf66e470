// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The active runs of one {@link io.loadharness.LoadGenerator}. When the JVM shuts down, all runs are aborted, and the shutdown waits for
 * their logs. Thread-safe.
 */
public final class ActiveRuns implements AutoCloseable {

    private static final Set<GeneratorRun> OF_THIS_JVM = ConcurrentHashMap.newKeySet();

    private static boolean hasHook;
    private static boolean shuttingDown;

    private final Set<GeneratorRun> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Starts with no runs. */
    public ActiveRuns() {}

    /**
     * Does nothing while runs can be started.
     *
     * @throws IllegalStateException if this is closed
     */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this load generator is closed");
        }
    }

    /**
     * Makes a run and starts it.
     *
     * @throws IllegalStateException if this is closed or the JVM is shutting down; then no run is made
     */
    public synchronized <R extends GeneratorRun> R start(Supplier<R> maker) {
        requireOpen();
        requireHook();
        R run = maker.get();
        runs.add(run);
        OF_THIS_JVM.add(run);
        run.start(this);
        return run;
    }

    private static void requireHook() {
        synchronized (OF_THIS_JVM) {
            if (!hasHook) {
                Runtime.getRuntime().addShutdownHook(new Thread(ActiveRuns::shutDown, "loadharness-shutdown"));
                hasHook = true;
            }
            if (shuttingDown) {
                throw new IllegalStateException("the JVM is shutting down");
            }
        }
    }

    private static void shutDown() {
        synchronized (OF_THIS_JVM) {
            shuttingDown = true;
        }
        abortAll(OF_THIS_JVM, "the JVM was told to exit");
    }

    /** Removes a run that has ended. */
    void remove(GeneratorRun run) {
        runs.remove(run);
        OF_THIS_JVM.remove(run);
    }

    /**
     * Aborts the active runs and waits for their end, but at most three seconds for each: a callback that does not return does not delay
     * the others. No run can be started after that.
     */
    @Override
    public void close() {
        synchronized (this) { // a run that is being started is known after that
            closed = true;
        }
        abortAll(runs, "the load generator was closed");
    }

    private static void abortAll(Set<GeneratorRun> runs, String reason) {
        runs.forEach(run -> run.abort(reason));
        runs.forEach(GeneratorRun::awaitEnd);
    }
}
