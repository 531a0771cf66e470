// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The active runs of one {@link io.loadharness.LoadGenerator}. When the JVM shuts down, all runs are aborted, and the shutdown waits until
 * their logs are written. Thread-safe.
 */
public final class ActiveRuns implements AutoCloseable {

    private static final Set<GeneratorRun> OF_THIS_JVM = ConcurrentHashMap.newKeySet();

    private static boolean hasHook;
    private static boolean shuttingDown;

    private final Set<GeneratorRun> runs = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Creates a set without runs. */
    public ActiveRuns() {}

    /**
     * Checks that {@link #close} was not called.
     *
     * @throws IllegalStateException if {@link #close} was called
     */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this load generator is closed");
        }
    }

    /**
     * Creates a run and starts it.
     *
     * @throws IllegalStateException if {@link #close} was called or the JVM is shutting down; no run was created
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
        abortAll(OF_THIS_JVM, "the JVM is shutting down");
    }

    /** Removes a run that has ended. */
    void remove(GeneratorRun run) {
        runs.remove(run);
        OF_THIS_JVM.remove(run);
    }

    /**
     * Aborts the active runs and waits at most three seconds for the end of each run. Therefore a callback that does not return does not
     * block this method. No run can be started after this call.
     */
    @Override
    public void close() {
        synchronized (this) { // start() holds this lock until its run is registered
            closed = true;
        }
        abortAll(runs, "the load generator was closed");
    }

    private static void abortAll(Set<GeneratorRun> runs, String reason) {
        runs.forEach(run -> run.abort(reason));
        runs.forEach(GeneratorRun::awaitEnd);
    }
}
