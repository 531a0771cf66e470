// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.TestRun;
import io.loadharness.internal.JvmShutdown;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The early end of a benchmark: aborts the current run and prevents further ones, on request or when the JVM shuts down. Once it
 * {@linkplain #holdExit holds} the JVM, a shutdown waits until the reports are written. One thread runs tests between construction and
 * {@link #close}; all other methods are thread-safe.
 */
final class Interruption implements AutoCloseable {

    private static final String SHUTDOWN = "stopped by Ctrl-C or a signal";

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "harness-shutdown");
    private volatile boolean holdsExit;
    private volatile @Nullable Thread owner;
    private @Nullable TestRun current;
    private @Nullable Thread waiting;
    private @Nullable String reason;

    /** Registers a shutdown hook, which {@link #close} removes. */
    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets the thread to interrupt on request as long as no run has started. */
    synchronized void interruptsBefore(Thread thread) {
        owner = thread;
        waiting = thread;
        if (reason != null) {
            thread.interrupt();
        }
    }

    /** Called when a run is over: until the next one, the thread is interrupted on request. */
    synchronized void finished(Thread thread) {
        current = null;
        waiting = thread;
    }

    /** Sets the run to abort on request; aborts it now if that was already requested. */
    synchronized void aborts(TestRun run) {
        waiting = null;
        current = run;
        if (reason != null) {
            run.abort(reason);
        }
    }

    /** Aborts the current run, and prevents further ones. */
    synchronized void request(String why) {
        if (reason == null) {
            reason = why;
            notifyAll();
            if (current != null) {
                current.abort(why);
            } else if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /** Waits for a time, or until no further run may start. */
    synchronized void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        try {
            for (long left = length.toNanos(); left > 0 && reason == null; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            request("the thread that ran it was interrupted");
        }
    }

    /** Returns the reason why no further run may start: the requested one, or the shutdown of the JVM; empty if one may. */
    synchronized Optional<Reason> reason() {
        if (reason == null && JvmShutdown.hasBegun()) {
            request(SHUTDOWN);
        }
        return Optional.ofNullable(reason).map(text -> new Reason(Reason.Code.ABORTED, text));
    }

    /** Returns true if no further run may start. */
    synchronized boolean requested() {
        return reason != null;
    }

    /** Makes a shutdown of the JVM wait for {@link #close} from now on. */
    void holdExit() {
        holdsExit = true;
    }

    private void shutDown() {
        request(SHUTDOWN);
        awaitEnd();
    }

    /** Waits for {@link #close} if a shutdown has to. */
    void awaitEnd() {
        if (!holdsExit) {
            return;
        }
        try {
            while (!ended.await(1, TimeUnit.SECONDS) && !ownerExits()) {
                // the reports are being written
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns true if the thread that runs the benchmark has called {@code System.exit} itself, and so will never come to its end. */
    private boolean ownerExits() {
        Thread thread = owner;
        return thread != null
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"));
    }

    /** Lets the JVM end. */
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the hook may return now
        }
    }
}
