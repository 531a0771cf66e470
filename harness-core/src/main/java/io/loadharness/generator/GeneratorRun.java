// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.ClientVerdict;
import io.loadharness.Reason;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.internal.LimitedCall;
import io.loadharness.internal.RemainingTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A base class for the runs of a load generator. A run has two threads: the runner thread generates the load and calls the user's objects,
 * and the watcher thread detects stalls.
 *
 * <pre>
 * RUNNING ── the load is complete, callbacks returned ──────► CLOSING ──► ENDED
 *    │                                                           ▲           ▲
 *    └─ abort, failure, stall ──► ENDING ── callbacks returned ──┘           │
 *                                    └─ a callback does not return ──────────┘
 * </pre>
 *
 * <ul>
 *   <li>RUNNING: the runner thread is in {@link #generate}, or in the user's {@link RunMonitor} before or after {@code generate}. The
 *       watcher thread fails the run if the run waits for the user's objects without progress for longer than the stall limit.
 *   <li>ENDING: the run has an {@link EarlyEnd}, and later early ends are ignored. {@link #stop} was called, and the runner thread was
 *       interrupted. If the run has not ended two seconds later, the watcher thread calls {@link #abandon} and creates the result.
 *   <li>CLOSING: an early end of the run is too late, and the run does not interrupt the runner thread. The runner thread calls {@link
 *       #close}. It then creates the result if the watcher thread has not created the result.
 *   <li>ENDED: the result exists, and {@link #await} returns. If the callback of the runner thread returns later, the runner thread still
 *       calls {@code close}.
 * </ul>
 *
 * <p>A callback of the user cannot block the end of a run. {@code close}, {@code abandon} and {@link #result} can block the end, because
 * the run waits for these methods without a limit. Therefore these methods must not call the user's objects. If memory is exhausted and a
 * result cannot be created, the run fails with a reason that was created in advance.
 */
@SuppressWarnings("this-escape") // the threads that use this object start after the constructor, in start()
public abstract class GeneratorRun implements TestRun {

    /** The maximum time for which the end of a run waits for a callback. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** The time between two attempts to stop a run if memory is exhausted. */
    private static final long STOP_PERIOD_MILLIS = 100;

    private static final int MAX_NAMED_SAMPLES = 10;

    /** Created in advance, because memory may be exhausted when the run ends. */
    private final RemainingTime grace = new RemainingTime(GRACE);

    private final SystemUnderTest sut;
    private final Scenario scenario;
    private final Duration stallLimit;
    private final Path logDirectory;
    private final Thread runner;
    private final Thread watcher;
    private final long startedAt = System.nanoTime();
    private volatile long elapsedAtEnd = -1;

    /**
     * Guards the fields below. This is a plain monitor, because other locks allocate memory. The end of a run must be announced even if
     * memory is exhausted.
     */
    private final Object lock = new Object();

    private volatile @Nullable EarlyEnd early;
    private boolean stopped;
    private boolean closing;
    private boolean concluded;
    private volatile boolean ended;
    private @Nullable TestResult result;
    private TestFailedException failure;

    /** False if the watcher thread could not be started. Without this thread, a callback that does not return blocks the end of the run. */
    private boolean isWatched;

    private volatile boolean inCallback;
    private @Nullable ActiveRuns owner; // set by start()

    /** The early end of a run if memory or stack is exhausted. It is created in advance, because its creation needs memory. */
    private final EarlyEnd exhausted;

    /**
     * Prepares a run.
     *
     * @param name the name of the threads of the run
     * @param stallLimit the maximum time to wait for the system under test without progress
     * @param logDirectory the directory of the logs of the run
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
                new Reason(
                        Reason.Code.GENERATOR_FAILED,
                        "the memory or the stack of the JVM was exhausted; no details are available"),
                null);
        failure = new TestFailedException(exhausted.reason(), logDirectory, null);
    }

    /** Creates a daemon thread for a run. */
    protected static Thread newThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts additional threads of the run. Called before the runner thread and the watcher thread start. Does nothing by default. */
    protected void startThreads() {}

    /**
     * Generates the load on the runner thread. Returns when the load is complete or {@link #isEnding} is true. {@code isEnding} can already
     * be true at the start. If this method throws an exception, the run fails.
     */
    protected abstract void generate() throws Exception;

    /**
     * Makes {@link #generate} return soon. Called on any thread when the run starts to end early. The call may precede {@code generate} or
     * follow its return, but it precedes {@link #close}. If this method throws an exception, it is called again. After this call, the
     * runner thread is interrupted. Does nothing by default.
     */
    protected void stop() {}

    /**
     * Makes the run reject all later results, and releases the resources of {@link #generate}. Called once, on the runner thread, after
     * {@code generate}. If the runner thread could not be started, the thread that starts the run calls this method, without
     * {@code generate}.
     */
    protected abstract void close();

    /**
     * Makes the run reject all later results, without waiting for callbacks. Called at most once, on the watcher thread, after
     * {@link #stop}. The runner thread may call {@link #close} at the same time.
     */
    protected abstract void abandon();

    /**
     * Creates the result. Called once: on the runner thread after {@link #close}, or on the watcher thread after {@link #abandon}.
     *
     * @param earlyEnd the early end of the run; empty if its load is complete
     * @throws TestFailedException if the run failed
     */
    protected abstract TestResult result(Optional<EarlyEnd> earlyEnd, ClientVerdict client);

    /**
     * Returns the number of issued samples. This method, {@link #completed}, {@link #failed}, {@link #activity}, {@link #isInCallback},
     * {@link #samplesInFlight} and {@link #expectedDuration} are called on any thread and must allocate little memory.
     */
    protected abstract long issued();

    /** Returns the number of completed samples. */
    protected abstract long completed();

    /** Returns the number of failed samples. */
    protected abstract long failed();

    /**
     * Returns a number that changes with progress other than {@link #issued}, {@link #completed} and {@link #failed}, for example with each
     * first token.
     */
    protected abstract long activity();

    /** Returns true while {@link #generate} is in a callback. */
    protected abstract boolean isInCallback();

    /** Returns the indices of samples in flight, at most {@code limit}. */
    protected abstract List<Integer> samplesInFlight(int limit);

    /** Returns the duration of the run according to its settings; empty if the settings do not determine it. */
    protected abstract Optional<Duration> expectedDuration();

    /** Starts the run. If the start fails, the run fails. */
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
            RunMonitor monitor = isWatched ? startMonitor() : RunMonitor.NONE;
            try {
                generate();
            } catch (Throwable e) {
                generatorFailed(e);
            }
            client = finish(monitor);
        } finally {
            end(client);
        }
    }

    private RunMonitor startMonitor() {
        inCallback = true;
        try {
            return Objects.requireNonNull(sut.monitorRun(scenario), "monitorRun returned null");
        } catch (Throwable e) {
            callbackFailed("monitorRun", e);
            return RunMonitor.NONE;
        } finally {
            inCallback = false;
        }
    }

    private ClientVerdict finish(RunMonitor monitor) {
        inCallback = true;
        try {
            return Objects.requireNonNull(monitor.finish(), "RunMonitor.finish returned null");
        } catch (Throwable e) {
            callbackFailed("RunMonitor.finish", e);
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
            fail(Reason.Code.GENERATOR_FAILED, "the watcher thread", e);
        } finally {
            endEarly(exhausted); // has an effect only if the calls above ran out of memory
            EarlyEnd end = early;
            if (end != null) {
                awaitEndOrAbandon(end);
            }
        }
    }

    /** Fails the run if it stalls. While there is progress, this method allocates nothing and therefore works without free memory. */
    private void watchForStalls() throws InterruptedException {
        StallLimit limit = new StallLimit(stallLimit);
        while (isRunning()) {
            long progress = issued() + completed() + failed() + activity();
            if (limit.isExceeded(System.nanoTime(), progress, isWaiting())) {
                fail(stalled());
            } else {
                awaitEarlyEnd(limit.periodMillis());
            }
        }
    }

    /** Waits until the run has left the state RUNNING, at most {@code millis} milliseconds. May return early. */
    @SuppressWarnings("WaitNotInLoop") // the caller checks the state
    private void awaitEarlyEnd(long millis) throws InterruptedException {
        synchronized (lock) {
            if (isRunning()) {
                lock.wait(millis);
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
            awaitEnd(grace);
        } catch (Throwable e) {
            // memory or stack is exhausted: the run is abandoned without a wait; an interrupt cannot occur
        }
        if (claimConclusion()) {
            try {
                abandon();
                makeResult(end.abandoned(), ClientVerdict.CLEAR);
            } catch (Throwable e) {
                // the run fails with the reason that was created in advance
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
            // memory is still exhausted
        }
    }

    /** Returns true for the first call and false for all later calls. The caller that gets true creates the result. */
    private boolean claimConclusion() {
        synchronized (lock) {
            boolean first = !concluded;
            concluded = true;
            return first;
        }
    }

    /** Returns true if the run waits for the system under test. */
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
                : "no sample was completed for " + limit + ", and " + inFlight + " samples are in flight" + samples()
                        + detail();
        return new Reason(Reason.Code.STALLED, text)
                .with("limit_ms", stallLimit.toMillis())
                .with("in_flight", inFlight);
    }

    private String samples() {
        try {
            String names = samplesInFlight(MAX_NAMED_SAMPLES).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            return names.isEmpty() ? "" : ", among them the samples with index " + names;
        } catch (RuntimeException | OutOfMemoryError e) {
            return ""; // the copy of a large query might not fit in memory
        }
    }

    /** Asks the system under test what it waits for, on a separate thread, because the call may block. */
    private String detail() {
        try {
            LimitedCall<Optional<String>> detail = LimitedCall.start("in-flight-detail", sut::inFlightDetail);
            return detail.await(GRACE)
                    ? detail.result().map(each -> "; " + each).orElse("")
                    : "";
        } catch (Exception | OutOfMemoryError e) {
            return "";
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
        // clears an interrupt that a callback received or set: an interrupted thread would close the log files
        Thread.interrupted();
        try {
            result = result(Optional.ofNullable(earlyEnd), client);
        } catch (TestFailedException e) {
            failure = e;
        } catch (Throwable e) {
            failure = new TestFailedException(
                    new Reason(Reason.Code.GENERATOR_FAILED, "the harness threw " + e), logDirectory, e);
        }
    }

    /**
     * Wakes up the threads that wait for the end of the run. Allocates nothing. If no result was created, the run fails with the reason
     * that was created in advance.
     */
    private void announceEnd() {
        synchronized (lock) {
            ended = true;
            lock.notifyAll();
        }
        if (owner != null) {
            owner.remove(this);
        }
    }

    /** Fails the run. Does nothing if the run is already ending or closing, because the first reason is kept. */
    protected final void fail(Reason reason) {
        endEarly(new EarlyEnd(true, reason, null));
    }

    /** Fails the run because a callback of the user threw an exception. */
    protected final void callbackFailed(String method, Throwable cause) {
        fail(Reason.Code.CALLBACK_FAILED, method, cause);
    }

    /** Fails the run because the generator itself threw an exception. */
    protected final void generatorFailed(Throwable cause) {
        fail(Reason.Code.GENERATOR_FAILED, "the harness", cause);
    }

    private void fail(Reason.Code code, String called, Throwable cause) {
        EarlyEnd end = exhausted;
        try {
            end = EarlyEnd.threw(code, called, cause);
        } catch (Throwable e) {
            // memory or stack is exhausted: use the reason that was created in advance
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
                // the watcher thread tries again
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

    /** Returns true if the run is ending early. */
    protected final boolean isEnding() {
        return early != null;
    }

    /** Waits for the end of an aborted run. The maximum wait is slightly longer than the time for which the run waits for a callback. */
    final void awaitEnd() {
        try {
            awaitEnd(new RemainingTime(GRACE.plusSeconds(1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the run has ENDED, or no time remains. Allocates nothing. */
    private void awaitEnd(RemainingTime remaining) throws InterruptedException {
        synchronized (lock) {
            while (!ended && !remaining.isOver()) {
                TimeUnit.NANOSECONDS.timedWait(lock, remaining.startStep());
                remaining.endStep();
            }
        }
    }

    @Override
    public final void abort(String reason) {
        if (reason == null) {
            throw new IllegalArgumentException("reason must not be null");
        }
        endEarly(aborted(reason));
    }

    private EarlyEnd aborted(String reason) {
        try {
            return EarlyEnd.aborted(reason);
        } catch (Error e) {
            return exhausted; // the run must end although memory is exhausted
        }
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
