// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.internal.JvmShutdown;
import io.loadharness.internal.RemainingTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Aborts a benchmark on request or when the JVM shuts down. An abort ends the current run and prevents additional runs. After {@link
 * #delayExit}, a JVM shutdown waits until the reports are written. Thread-safe, but the same thread must start all runs.
 */
final class AbortController implements AutoCloseable {

    private static final String SHUTDOWN = "stopped by Ctrl-C or a signal";

    /** The maximum time for which a shutdown waits for the benchmark thread before {@link #delayExit}. */
    private static final Duration PREPARATION_LIMIT = Duration.ofSeconds(2);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "harness-shutdown");
    private volatile boolean delaysExit;
    private volatile Runnable exit = () -> {};
    private volatile @Nullable Thread owner;
    private boolean hasStartedRun;
    private @Nullable Consumer<String> current;
    private @Nullable Thread waiting;
    private @Nullable String reason;

    /** Registers a shutdown hook, which {@link #close} removes. */
    AbortController() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets the benchmark thread. Until the first run starts, an abort request interrupts this thread. */
    synchronized void interruptOnRequest(Thread thread) {
        owner = thread;
        waiting = thread;
        if (reason != null) {
            thread.interrupt();
        }
    }

    /** Called when a run has ended. Until the next run starts, an abort request interrupts the given thread. */
    synchronized void runEnded(Thread thread) {
        current = null;
        waiting = thread;
    }

    /**
     * Called when a run has started. If an abort was already requested, aborts the run immediately.
     *
     * @param abort aborts the run; receives the reason
     */
    synchronized void runStarted(Consumer<String> abort) {
        waiting = null;
        hasStartedRun = true;
        current = abort;
        if (reason != null) {
            abort.accept(reason);
        }
    }

    /** Aborts the current run and prevents additional runs. */
    synchronized void requestAbort(String why) {
        if (reason == null) {
            reason = why;
            notifyAll();
            if (current != null) {
                current.accept(why);
            } else if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /**
     * Requests an abort after the given time, unless the returned object is closed earlier. The request does not interrupt the thread of
     * the benchmark between runs, because the thread may be writing reports.
     */
    TimeLimit abortAfter(Duration time) {
        Thread timer = new Thread(
                () -> {
                    try {
                        TimeUnit.NANOSECONDS.sleep(time.toNanos());
                        requestAbortOfRun("stopped after the maximum time of "
                                + BigDecimal.valueOf(time.toMillis(), 3)
                                        .stripTrailingZeros()
                                        .toPlainString()
                                + " s");
                    } catch (InterruptedException e) {
                        // the benchmark ended before the time limit
                    }
                },
                "harness-max-time");
        timer.setDaemon(true);
        timer.start();
        return timer::interrupt;
    }

    /** A time limit that no longer applies after {@link #close}. */
    interface TimeLimit extends AutoCloseable {

        @Override
        void close();
    }

    private synchronized void requestAbortOfRun(String why) {
        if (hasStartedRun && current == null && reason == null) {
            reason = why;
            notifyAll();
        } else {
            requestAbort(why);
        }
    }

    /** Waits until the given time has elapsed or an abort is requested. */
    synchronized void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        try {
            for (long left = length.toNanos(); left > 0 && reason == null; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            requestAbort("the thread that ran it was interrupted");
        }
    }

    /** Returns the reason for the abort; empty if no abort was requested. A shutdown of the JVM counts as an abort request. */
    synchronized Optional<Reason> reason() {
        if (reason == null && JvmShutdown.isInProgress()) {
            requestAbort(SHUTDOWN);
        }
        return Optional.ofNullable(reason).map(text -> new Reason(Reason.Code.ABORTED, text));
    }

    /**
     * Ends the preparation if an abort was requested.
     *
     * @throws InterruptedException if an abort was requested, or the JVM is shutting down
     */
    void requireNoAbort() throws InterruptedException {
        Optional<Reason> requested = reason();
        if (requested.isPresent()) {
            throw new InterruptedException(requested.get().text());
        }
    }

    /** Returns true if an abort was requested. */
    synchronized boolean isRequested() {
        return reason != null;
    }

    /** Makes a JVM shutdown wait for {@link #close}. */
    void delayExit() {
        delaysExit = true;
    }

    /** Aborts the benchmark. If its thread no longer runs, also runs the action of {@link #onExit}. */
    void shutDown() {
        requestAbort(SHUTDOWN);
        awaitEnd();
        if (!ownerExits() && !hasEnded(PREPARATION_LIMIT)) {
            awaitEnd(); // the benchmark thread may have called delayExit meanwhile
        }
        if (ownerExits() || ended.getCount() == 0) {
            exit.run();
        }
    }

    /**
     * Sets an action for a shutdown of the JVM. It does not run while the benchmark thread still runs, as in a long computation, because
     * this thread can still write files.
     */
    void onExit(Runnable action) {
        exit = action;
    }

    private boolean hasEnded(Duration limit) {
        try {
            RemainingTime remaining = new RemainingTime(limit);
            while (!remaining.isOver() && !ended.await(remaining.startStep(), TimeUnit.NANOSECONDS)) {
                remaining.endStep();
            }
            return ended.getCount() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits for {@link #close} if {@link #delayExit} was called. */
    void awaitEnd() {
        if (!delaysExit) {
            return;
        }
        try {
            while (!ended.await(1, TimeUnit.SECONDS) && !ownerExits()) {
                // the benchmark thread is writing the reports
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns true if the benchmark thread itself called {@code System.exit}. In this case, the shutdown hook must not wait for this
     * thread, because {@code System.exit} waits for the hook.
     */
    private boolean ownerExits() {
        Thread thread = owner;
        return thread != null
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"));
    }

    /** Allows the JVM to exit. */
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down and is already running the hook
        }
    }
}
