package io.loadharness.loadgen;

import io.loadharness.RunWatch;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.Ending.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of LoadGen, on threads of its own: one that LoadGen runs and issues on, more that issue if the settings ask for them, and
 * one that watches for stalls. All of them, and the copy of LoadGen, are gone when the run is over.
 */
final class MlperfRun implements TestRun {

    /** How long a callback may still run after the run was ended before nobody waits for it any more. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private static final int NAMED_SAMPLES = 10;
    private static final int MEMORY_ATTEMPTS = 10_000;

    private final PreparedRun prepared;
    private final NativeRun run;
    private final AnswerSink sink;
    private final Ending ending;
    private final StepLoop runnerLoop;
    private final List<StepLoop> loops = new ArrayList<>();
    private final Thread runner;
    private final Thread[] issuers;
    private final StallWatch watch;
    private final CompletableFuture<TestResult> done = new CompletableFuture<>();
    private final long startedAt = System.nanoTime();
    private volatile long endedAt;
    private volatile RunWatch clientWatch = RunWatch.NONE;
    private Objections objections = Objections.NONE;
    private int outcome;
    private String failure;

    // Made beforehand, because later there may be no memory for them.
    private final Runnable freeing = this::free;
    private final Runnable finishing = this::finish;
    private final Runnable abandoning = this::abandon;
    private final Runnable givingUp;

    MlperfRun(PreparedRun prepared, String name) {
        this.prepared = prepared;
        run = prepared.run();
        ending = new Ending(run, this::interruptCallbacks);
        sink = new AnswerSink(run, name, prepared.answersRead(), ending);
        runnerLoop = newLoop();
        runner = newThread(this::run, name);
        issuers = new Thread[prepared.issueThreads()];
        for (int i = 0; i < issuers.length; i++) {
            issuers[i] = newThread(newIssuer(), name + "-issue-" + i);
        }
        watch = new StallWatch(this, prepared.stallLimit(), name + "-watch");
        Path directory = prepared.logs().directory();
        TestFailedException untold = new TestFailedException(
                "the harness could not say how the run ended (logs in " + directory + ")", directory, null);
        givingUp = () -> done.completeExceptionally(untold);
    }

    private StepLoop newLoop() {
        StepLoop loop = new StepLoop(prepared, sink, ending);
        loops.add(loop);
        return loop;
    }

    private Runnable newIssuer() {
        StepLoop loop = newLoop();
        return () -> {
            try {
                loop.runAsIssuer();
            } catch (Throwable e) {
                ending.fail("the harness", e);
            }
        };
    }

    private static Thread newThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts the run. If a thread cannot be started, the run ends as failed. */
    void start() {
        whenDone(watch::wake);
        try {
            for (Thread issuer : issuers) {
                issuer.start();
            }
            watch.start();
        } catch (Throwable e) {
            ending.fail("the harness", e);
        }
        try {
            runner.start();
        } catch (Throwable e) {
            ending.fail("the harness", e);
            afterLoadGen();
        }
    }

    private void run() {
        try {
            clientWatch =
                    Objects.requireNonNull(prepared.sut().watchRun(prepared.scenario()), "watchRun returned null");
        } catch (Throwable e) {
            ending.fail("watchRun", e);
        }
        try {
            runnerLoop.runAsRunner();
        } catch (Throwable e) {
            ending.fail("the harness", e);
        }
        endWatch();
        afterLoadGen();
    }

    private void endWatch() {
        try {
            objections = new Objections(clientWatch.end(), clientWatch.doubts());
        } catch (Throwable e) {
            ending.fail("the end of watchRun", e);
        }
    }

    private void afterLoadGen() {
        ending.over();
        joinIssuers();
        endedAt = System.nanoTime();
        whenThereIsMemory(freeing);
        whenThereIsMemory(finishing);
        whenThereIsMemory(givingUp);
    }

    private void free() {
        outcome = run.outcome();
        failure = outcome == Bridge.ENDED || outcome == Bridge.ABORTED ? "" : run.failure();
        sink.close();
        prepared.logs().release();
        loops.forEach(StepLoop::free);
        run.destroy();
    }

    private void finish() {
        Thread.interrupted(); // meant for a callback, or left by one; it would close the logs while they are read
        if (outcome != Bridge.ENDED && outcome != Bridge.ABORTED) {
            completeAsFailed("LoadGen failed: " + failure, null);
        } else if (ending.reason() != null) {
            complete(ending.reason(), ending.reason().text());
        } else {
            complete(() -> Results.whole(prepared, sink, progress(), objections));
        }
    }

    private void complete(Reason reason, String text) {
        if (reason.failed()) {
            completeAsFailed(text, reason.cause());
        } else {
            complete(() -> Results.aborted(prepared, sink, progress(), text));
        }
    }

    private interface Making {
        TestResult make() throws UnreadableLogException;
    }

    private void complete(Making result) {
        try {
            done.complete(result.make());
        } catch (UnreadableLogException e) {
            completeAsFailed(e.getMessage(), e);
        } catch (RuntimeException e) {
            completeAsFailed("the harness threw " + e, e);
        }
    }

    private void completeAsFailed(String text, Throwable cause) {
        Path directory = prepared.logs().directory();
        done.completeExceptionally(new TestFailedException(text + " (logs in " + directory + ")", directory, cause));
    }

    /** Tries again while there is no memory, because nobody would hear of the end otherwise. */
    private static void whenThereIsMemory(Runnable action) {
        for (int attempt = 0; attempt < MEMORY_ATTEMPTS; attempt++) {
            if (succeeds(action)) {
                return;
            }
        }
    }

    @SuppressWarnings({"finally", "Finally"}) // for a catch the JVM may have to look its class up, which takes memory
    private static boolean succeeds(Runnable action) {
        boolean success = false;
        try {
            action.run();
            success = true;
        } finally {
            return success;
        }
    }

    private void interruptCallbacks() {
        watch.wake();
        interrupt(runner);
        for (Thread issuer : issuers) {
            interrupt(issuer);
        }
    }

    private static void interrupt(Thread thread) {
        if (thread != Thread.currentThread()) {
            thread.interrupt();
        }
    }

    @SuppressWarnings("ThreadJoinLoop") // an interrupt was for a callback
    private void joinIssuers() {
        for (Thread issuer : issuers) {
            while (issuer.isAlive()) {
                try {
                    issuer.join();
                } catch (InterruptedException e) {
                    Thread.interrupted();
                }
            }
        }
    }

    /**
     * After the run was ended: waits for it, but gives up on a callback, or on LoadGen preparing its queries, that does not return. The
     * rest is freed when it does.
     */
    void awaitEndOrAbandon() {
        whenThereIsMemory(abandoning);
    }

    private void abandon() {
        if (awaitEnd(GRACE)) {
            return;
        }
        ending.press();
        ending.closeLogs();
        if (endedAt == 0) {
            endedAt = System.nanoTime();
        }
        complete(ending.reason(), ending.reason().text() + ", and the run has not come to its end since");
    }

    /** Ends the run because of a fault of its own. */
    void fail(String called, Throwable cause) {
        ending.fail(called, cause);
    }

    /** Ends the run because it did not get on for too long. */
    void stall(Duration limit) {
        long outstanding = outstanding();
        ending.fail(
                outstanding > 0
                        ? "no sample was completed for " + limit.toMillis() + " ms and " + outstanding
                                + " are outstanding" + namesOfOpenSamples()
                        : "a callback has not returned for " + limit.toMillis() + " ms");
    }

    private String namesOfOpenSamples() {
        try {
            List<String> names = loops.stream()
                    .flatMap(loop -> loop.issued().open(NAMED_SAMPLES).stream())
                    .limit(NAMED_SAMPLES)
                    .map(sample -> "" + sample.index())
                    .toList();
            return names.isEmpty() ? "" : ", among them the samples " + String.join(", ", names);
        } catch (OutOfMemoryError | IllegalStateException e) {
            return ""; // to look into a query of Offline takes a copy of it
        }
    }

    /** Whether it is for the system under test to get on, and not for LoadGen. */
    boolean isWaiting() {
        return outstanding() > 0 || ending.inCallback();
    }

    private long outstanding() {
        return issued() - sink.completed() - sink.failed();
    }

    /** Whatever changes while the run gets on. */
    long signsOfLife() {
        return issued() + sink.signsOfLife();
    }

    boolean isEnding() {
        return ending.reason() != null;
    }

    private long issued() {
        return loops.stream().mapToLong(loop -> loop.issued().samples()).sum();
    }

    /** Waits for the end, however it comes; false if it does not in time, or the waiting thread is interrupted. */
    boolean awaitEnd(Duration limit) {
        try {
            done.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void whenDone(Runnable action) {
        var unused = done.whenComplete((result, failure) -> action.run());
    }

    @Override
    public void abort(String reason) {
        if (reason == null) {
            throw new IllegalArgumentException("reason is null");
        }
        ending.abort(reason);
    }

    @Override
    public TestResult await() throws InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw (TestFailedException) e.getCause();
        }
    }

    @Override
    public boolean isDone() {
        return done.isDone();
    }

    @Override
    public Progress progress() {
        long end = endedAt == 0 ? System.nanoTime() : endedAt;
        return new Progress(
                issued(),
                sink.completed(),
                sink.failed(),
                Duration.ofNanos(end - startedAt),
                prepared.plan().expectedDuration());
    }
}
