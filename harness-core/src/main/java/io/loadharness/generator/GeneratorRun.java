// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.ClientVerdict;
import io.loadharness.Reason;
import io.loadharness.RunWatch;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Base class for the runs of a load generator. A run has two threads: the runner generates the load and calls the user's objects, the
 * watcher looks for stalls.
 *
 * <pre>
 * RUNNING ── the load is through, callbacks have returned ──► CLOSING ──► ENDED
 *    │                                                           ▲           ▲
 *    └─ abort, failure, stall ──► ENDING ── callbacks returned ──┘           │
 *                                    └─ a callback does not return ──────────┘
 * </pre>
 *
 * <ul>
 *   <li>RUNNING: the runner is in {@link #generate}, or in the user's {@link RunWatch} before or after it. The watcher fails the run if it
 *       waits for the user without progress for longer than the stall limit.
 *   <li>ENDING: the first {@link EarlyEnd} is kept, {@link #stop} was called, and the runner was interrupted. If the run has not ended two
 *       seconds later, the watcher calls {@link #abandon} and makes the result.
 *   <li>CLOSING: nothing ends the run early any more, and nothing interrupts the runner. It calls {@link #close} and makes the result,
 *       unless the watcher has done that.
 *   <li>ENDED: the result is known, and {@link #await} returns. A runner whose callback returns later still calls {@code close}.
 * </ul>
 *
 * <p>A callback of the user cannot keep a run from its end. {@code close}, {@code abandon} and {@link #result} can: the run waits for them
 * without limit, so they must not call the user's objects. If memory is exhausted and a result cannot be made, the run fails with a
 * reason that was made in advance.
 */
@SuppressWarnings("this-escape") // the threads that get it are started by start(), after the constructor
public abstract class GeneratorRun implements TestRun {

    /** How long the end of the run waits for a callback that has not returned. */
    private static final long GRACE_MILLIS = 2000;

    /** How often a run that could not be stopped for lack of memory is stopped again. */
    private static final long STOP_PERIOD_MILLIS = 100;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final int MAX_NAMED_SAMPLES = 10;

    private final SystemUnderTest sut;
    private final Scenario scenario;
    private final Duration stallLimit;
    private final Path logDirectory;
    private final Thread runner;
    private final Thread watcher;
    private final long startedAt = System.nanoTime();
    private volatile long elapsedAtEnd = -1;

    /** Guards the fields below. A plain monitor: other locks allocate, and the end has to be announced without memory. */
    private final Object lock = new Object();

    private volatile @Nullable EarlyEnd early;
    private boolean stopped;
    private boolean closing;
    private boolean concluded;
    private volatile boolean ended;
    private @Nullable TestResult result;
    private TestFailedException failure;

    /** Without the watcher, a callback that does not return would keep the run from its end. */
    private boolean isWatched;

    private volatile boolean inCallback;
    private @Nullable ActiveRuns owner; // set by start()

    /** The end for lack of memory or stack, made while there is some. */
    private final EarlyEnd exhausted;

    /**
     * Prepares a run.
     *
     * @param name the name of its threads
     * @param stallLimit how long the run may wait for the system without progress
     * @param logDirectory where its logs are
     */
    protected GeneratorRun(
            String name, SystemUnderTest sut, Scenario scenario, Duration stallLimit, Path logDirectory) {
        this.sut = sut;
        this.scenario = scenario;
        this.stallLimit = stallLimit;
        this.logDirectory = logDirectory;
        runner = newThread(this::run, name);
        watcher = newThread(this::watch, name + "-watch");
        exhausted = new EarlyEnd(
                true,
                new Reason(Reason.Code.GENERATOR_FAILED, "there was no memory left to report why the run ends"),
                null);
        failure = new TestFailedException(exhausted.reason(), logDirectory, null);
    }

    /** Returns a new daemon thread for a run. */
    protected static Thread newThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts further threads of the run, before its own. Does nothing by default. */
    protected void startThreads() {}

    /**
     * Generates the load, on the runner, and returns when it is through or the run {@link #isEnding}, which it may be from the start. What
     * it throws ends the run as failed.
     */
    protected abstract void generate() throws Exception;

    /**
     * Makes {@link #generate} return soon. Called on any thread when the run begins to end early, which may be before {@code generate} or
     * when it has returned, but not after {@link #close}; called again if it threw. The runner is interrupted after that. Does nothing by
     * default.
     */
    protected void stop() {}

    /**
     * Refuses answers from now on, and releases what {@link #generate} used. Called once, after {@code generate}, on the runner; without
     * {@code generate} and on the thread that starts the run if the runner could not be started.
     */
    protected abstract void close();

    /**
     * Refuses answers from now on, without waiting for callbacks. Called at most once, on the watcher, after {@link #stop}. The runner may
     * call {@link #close} at the same time.
     */
    protected abstract void abandon();

    /**
     * Makes the result, once: on the runner after {@link #close}, or on the watcher after {@link #abandon}.
     *
     * @param earlyEnd how the run ended early; empty if its load is through
     * @throws TestFailedException if the run failed
     */
    protected abstract TestResult result(Optional<EarlyEnd> earlyEnd, ClientVerdict client);

    /** Returns how many samples were issued. This and the following methods are called on any thread and allocate little. */
    protected abstract long issued();

    /** Returns how many samples were answered. */
    protected abstract long completed();

    /** Returns how many samples failed. */
    protected abstract long failed();

    /** Returns a number that changes when a sample makes progress that the counts above do not show. */
    protected abstract long activity();

    /** Returns whether {@link #generate} is in a callback that has not returned. */
    protected abstract boolean isInCallback();

    /** Returns the indices of some samples that are in flight, at most {@code limit}. */
    protected abstract List<Integer> samplesInFlight(int limit);

    /** Returns how long the run takes according to its settings, if they imply it. */
    protected abstract Optional<Duration> expectedDuration();

    /** Starts the run. If that is not possible, the run ends as failed. */
    final void start(ActiveRuns activeRuns) {
        owner = activeRuns;
        try {
            startThreads();
            watcher.start();
            isWatched = true;
        } catch (Throwable e) {
            generatorFailed(e);
        }
        try {
            runner.start();
        } catch (Throwable e) {
            generatorFailed(e);
            end(ClientVerdict.CLEAR);
        }
    }

    private void run() {
        ClientVerdict client = ClientVerdict.CLEAR;
        try {
            RunWatch watch = isWatched ? startWatch() : RunWatch.NONE;
            try {
                generate();
            } catch (Throwable e) {
                generatorFailed(e);
            }
            client = finish(watch);
        } finally {
            end(client);
        }
    }

    private RunWatch startWatch() {
        inCallback = true;
        try {
            return Objects.requireNonNull(sut.watchRun(scenario), "watchRun returned null");
        } catch (Throwable e) {
            callbackFailed("watchRun", e);
            return RunWatch.NONE;
        } finally {
            inCallback = false;
        }
    }

    private ClientVerdict finish(RunWatch watch) {
        inCallback = true;
        try {
            return Objects.requireNonNull(watch.finish(), "finish returned null");
        } catch (Throwable e) {
            callbackFailed("the end of watchRun", e);
            return ClientVerdict.CLEAR;
        } finally {
            inCallback = false;
        }
    }

    private void end(ClientVerdict client) {
        synchronized (lock) {
            closing = true;
            lock.notifyAll();
        }
        try {
            close();
        } finally {
            conclude(early, client);
        }
    }

    private void watch() {
        try {
            watchForStalls();
        } catch (Throwable e) {
            fail(Reason.Code.GENERATOR_FAILED, "the watch for stalls", e);
        } finally {
            endEarly(exhausted); // does nothing unless there was no memory even for the calls above
            EarlyEnd end = early;
            if (end != null) {
                awaitEndOrAbandon(end);
            }
        }
    }

    /** Allocates nothing while there is progress, and so works without memory. */
    private void watchForStalls() throws InterruptedException {
        StallLimit limit = new StallLimit(stallLimit);
        while (isRunning()) {
            long progress = issued() + completed() + failed() + activity();
            if (limit.isExceeded(System.nanoTime(), progress, isWaiting())) {
                fail(stalled());
            } else {
                awaitEnd(limit.periodMillis(), true);
            }
        }
    }

    private boolean isRunning() {
        synchronized (lock) {
            return early == null && !closing;
        }
    }

    private void awaitEndOrAbandon(EarlyEnd end) {
        try {
            awaitEnd(GRACE_MILLIS, false);
        } catch (InterruptedException e) {
            // this thread is known to this class alone
        }
        if (claimConclusion()) {
            try {
                abandon();
                makeResult(end.abandoned(), ClientVerdict.CLEAR);
            } catch (Throwable e) {
                // then the run fails with the reason that was made in advance
            } finally {
                announceEnd();
            }
        }
        while (!isStopped()) {
            stopAgain();
        }
    }

    private boolean isStopped() {
        synchronized (lock) {
            return stopped || closing;
        }
    }

    private void stopAgain() {
        try {
            Thread.sleep(STOP_PERIOD_MILLIS);
            ensureStopped();
        } catch (Throwable e) {
            // there is still no memory for it
        }
    }

    /** Returns true once, to the thread that makes the result. */
    private boolean claimConclusion() {
        synchronized (lock) {
            boolean first = !concluded;
            concluded = true;
            return first;
        }
    }

    /** Returns whether the next step is up to the system under test, and not to the generator. */
    private boolean isWaiting() {
        return inFlight() > 0 || inCallback || isInCallback();
    }

    private long inFlight() {
        return issued() - completed() - failed();
    }

    private Reason stalled() {
        long inFlight = inFlight();
        String limit = stallLimit.toMillis() + " ms";
        String text = inFlight <= 0
                ? "a callback has not returned for " + limit
                : "no sample was completed for " + limit + " and " + inFlight + " are outstanding" + named();
        return new Reason(Reason.Code.STALLED, text)
                .with("limit_ms", stallLimit.toMillis())
                .with("outstanding", inFlight);
    }

    private String named() {
        try {
            String names = samplesInFlight(MAX_NAMED_SAMPLES).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            return names.isEmpty() ? "" : ", among them the samples " + names;
        } catch (RuntimeException | OutOfMemoryError e) {
            return ""; // the copy of a large query may not fit into memory
        }
    }

    private void conclude(@Nullable EarlyEnd earlyEnd, ClientVerdict client) {
        if (claimConclusion()) {
            try {
                makeResult(earlyEnd, client);
            } finally {
                announceEnd();
            }
        }
    }

    private void makeResult(@Nullable EarlyEnd earlyEnd, ClientVerdict client) {
        elapsedAtEnd = System.nanoTime() - startedAt;
        Thread.interrupted(); // meant for a callback, or left by one; it would close the files
        try {
            result = result(Optional.ofNullable(earlyEnd), client);
        } catch (TestFailedException e) {
            failure = e;
        } catch (Throwable e) {
            failure = new TestFailedException(
                    new Reason(Reason.Code.GENERATOR_FAILED, "the harness threw " + e), logDirectory, e);
        }
    }

    /** Allocates nothing: without a result, the run fails with the reason that was made in advance. */
    private void announceEnd() {
        synchronized (lock) {
            ended = true;
            lock.notifyAll();
        }
        if (owner != null) {
            owner.remove(this);
        }
    }

    /** Ends the run as failed. Does nothing if the run is already ending or closing: the first reason counts. */
    protected final void fail(Reason reason) {
        endEarly(new EarlyEnd(true, reason, null));
    }

    /** Ends the run as failed because a method of the user threw. */
    protected final void callbackFailed(String method, Throwable cause) {
        fail(Reason.Code.CALLBACK_FAILED, method, cause);
    }

    /** Ends the run as failed because the generator itself threw. */
    protected final void generatorFailed(Throwable cause) {
        fail(Reason.Code.GENERATOR_FAILED, "the harness", cause);
    }

    private void fail(Reason.Code code, String called, Throwable cause) {
        EarlyEnd end = exhausted;
        try {
            end = EarlyEnd.threw(code, called, cause);
        } catch (Throwable e) {
            // memory or stack have run out, and the reason that was made in advance is used
        }
        endEarly(end);
    }

    private void endEarly(EarlyEnd end) {
        synchronized (lock) {
            if (early != null || closing) {
                return;
            }
            early = end;
            lock.notifyAll();
            try {
                ensureStopped();
            } catch (Throwable e) {
                // the watching thread tries again
            }
        }
    }

    private void ensureStopped() {
        synchronized (lock) {
            if (!stopped && !closing) {
                stop();
                interrupt(runner);
                stopped = true;
            }
        }
    }

    /** Interrupts a thread of the run, unless it is the calling thread. */
    protected static void interrupt(Thread thread) {
        if (thread != Thread.currentThread()) {
            thread.interrupt();
        }
    }

    /** Returns whether something has ended the run early. */
    protected final boolean isEnding() {
        return early != null;
    }

    /** Waits for the end of a run that was aborted, a little longer than for a callback that does not return. */
    final void awaitEnd() {
        try {
            awaitEnd(GRACE_MILLIS + 1000, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end, or only as long as the run is running. Allocates nothing. */
    private void awaitEnd(long millis, boolean whileRunning) throws InterruptedException {
        long deadline = System.nanoTime() + millis * NANOS_PER_MILLI;
        synchronized (lock) {
            long left = millis;
            while (left > 0 && (whileRunning ? isRunning() : !ended)) {
                lock.wait(left);
                left = (deadline - System.nanoTime()) / NANOS_PER_MILLI;
            }
        }
    }

    @Override
    public final void abort(String reason) {
        if (reason == null) {
            throw new IllegalArgumentException("reason is null");
        }
        endEarly(EarlyEnd.aborted(reason));
    }

    @Override
    public final TestResult await() throws InterruptedException {
        synchronized (lock) {
            while (!ended) {
                lock.wait();
            }
            if (result == null) {
                throw failure;
            }
            return result;
        }
    }

    @Override
    public final boolean isDone() {
        return ended;
    }

    @Override
    public final Progress progress() {
        long elapsed = elapsedAtEnd < 0 ? System.nanoTime() - startedAt : elapsedAtEnd;
        return new Progress(issued(), completed(), failed(), Duration.ofNanos(elapsed), expectedDuration());
    }
}
