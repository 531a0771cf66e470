package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.loadgen.Bridge.NativeRun;
import io.loadharness.loadgen.Ending.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of LoadGen, on threads of its own: one that LoadGen runs and issues on, more that issue if the settings ask for them, and
 * one that watches for stalls. All of them, and the copy of LoadGen, are gone when the run is over.
 */
final class MlperfRun implements TestRun {

    /** How long a callback may still run after the run was ended before nobody waits for it any more. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private static final int NAMED_SAMPLES = 10;

    private final PreparedRun prepared;
    private final NativeRun run;
    private final AnswerSink sink;
    private final Ending ending;
    private final StepLoop runnerLoop;
    private final List<StepLoop> loops = new ArrayList<>();
    private final Thread runner;
    private final List<Thread> issuers = new ArrayList<>();
    private final StallWatch watch;
    private final CompletableFuture<TestResult> done = new CompletableFuture<>();
    private final long startedAt = System.nanoTime();
    private volatile long endedAt;

    MlperfRun(PreparedRun prepared, String name) {
        this.prepared = prepared;
        run = prepared.run();
        sink = new AnswerSink(run, name, prepared.answersRead(), prepared.flag("use_token_latencies"));
        ending = new Ending(sink, this::queryInTheWay, this::leave);
        runnerLoop = newLoop();
        runner = newThread(this::run, name);
        for (int i = 0; i < prepared.issueThreads(); i++) {
            issuers.add(newThread(newLoop()::runAsIssuer, name + "-issue-" + i));
        }
        watch = new StallWatch(this, prepared.stallLimit(), name + "-watch");
    }

    private StepLoop newLoop() {
        StepLoop loop = new StepLoop(prepared, sink, ending);
        loops.add(loop);
        return loop;
    }

    private static Thread newThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        issuers.forEach(Thread::start);
        runner.start();
        watch.start();
    }

    private void run() {
        try {
            runToTheEnd();
        } catch (UnreadableLogException e) {
            done.completeExceptionally(failed(e.getMessage(), e));
        } catch (Throwable e) {
            prepared.logs().release();
            done.completeExceptionally(failed("the run broke inside the harness: " + e, e));
        }
    }

    private void runToTheEnd() throws UnreadableLogException {
        runnerLoop.runAsRunner();
        ending.over();
        joinIssuers();
        endedAt = System.nanoTime();
        int outcome = run.outcome();
        String failure = run.failure();
        run.destroy();
        prepared.logs().release();
        Reason reason = ending.reason();
        if (outcome != Bridge.ENDED && outcome != Bridge.ABORTED) {
            done.completeExceptionally(failed("LoadGen failed: " + failure, null));
        } else if (reason != null) {
            complete(reason, reason.text());
        } else {
            done.complete(Results.whole(prepared, sink, progress()));
        }
    }

    private void complete(Reason reason, String text) {
        if (reason.failed()) {
            done.completeExceptionally(failed(text, reason.cause()));
        } else {
            done.complete(Results.aborted(prepared, sink, progress(), text));
        }
    }

    private TestFailedException failed(String text, Throwable cause) {
        return new TestFailedException(
                text + " (logs in " + prepared.logs().directory() + ")",
                prepared.logs().directory(),
                cause);
    }

    private Query queryInTheWay() {
        boolean oneAtATime =
                prepared.scenario() == Scenario.SINGLE_STREAM || prepared.scenario() == Scenario.MULTI_STREAM;
        return oneAtATime ? runnerLoop.issued().last() : null;
    }

    private void leave() {
        run.abort();
        Stream.concat(Stream.of(runner), issuers.stream())
                .filter(thread -> thread != Thread.currentThread())
                .forEach(Thread::interrupt);
    }

    private void joinIssuers() {
        Thread.interrupted(); // an interrupt was for a callback
        try {
            for (Thread issuer : issuers) {
                issuer.join();
            }
        } catch (InterruptedException e) {
            joinIssuers();
        }
    }

    /** Gives up on a callback, or on LoadGen preparing its queries, that does not return. The rest is freed when it does. */
    void abandon() {
        if (endedAt == 0) {
            endedAt = System.nanoTime();
        }
        complete(ending.reason(), ending.reason().text() + ", and the run has not come to its end since");
    }

    /** Ends the run because no sample got on for too long. */
    void stall(Duration limit) {
        List<QuerySample> open = loops.stream()
                .flatMap(loop -> loop.issued().open(NAMED_SAMPLES).stream())
                .limit(NAMED_SAMPLES)
                .toList();
        String named = open.stream().map(sample -> "" + sample.index()).collect(Collectors.joining(", "));
        ending.fail("no sample was completed for " + limit.toMillis() + " ms and " + outstanding()
                + " are outstanding, among them the samples " + named);
    }

    long outstanding() {
        return issued() - sink.completed() - sink.failures().total();
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

    /** Waits for the end, however it comes. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        try {
            done.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    void whenDone(Runnable action) {
        var unused = done.whenComplete((result, failure) -> action.run());
    }

    @Override
    public void abort(String reason) {
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
                sink.failures().total(),
                Duration.ofNanos(end - startedAt),
                prepared.plan().expectedDuration());
    }
}
