package io.loadharness.schedule;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.RunWatch;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One run of a schedule, on two threads of its own: one that issues and calls the user's objects, and one that watches for stalls. */
final class ScheduledRun implements TestRun {

    /** How long a callback may still run after the run was ended before nobody waits for it any more. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int NAMED_SAMPLES = 10;

    private final PreparedRun prepared;
    private final SampleTable table = new SampleTable();
    private final Intake intake;
    private final EarlyEnd earlyEnd = new EarlyEnd(this::interrupt);
    private final Callbacks callbacks = new Callbacks(earlyEnd);
    private final Issuer issuer;
    private final Thread runner;
    private final Thread watcher;
    private final AtomicBoolean concluded = new AtomicBoolean();
    private final CompletableFuture<TestResult> done = new CompletableFuture<>();
    private final long startedAt = System.nanoTime();
    private volatile long elapsedAtEnd = -1;

    ScheduledRun(PreparedRun prepared, String name) {
        this.prepared = prepared;
        intake = new Intake(table, prepared.pacer());
        issuer = new Issuer(prepared, table, intake, callbacks, earlyEnd);
        runner = newThread(this::run, name);
        watcher = newThread(this::watch, name + "-watch");
    }

    private static Thread newThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        try {
            watcher.start();
            runner.start();
        } catch (Throwable e) {
            earlyEnd.fail("the harness", e);
            conclude(Objections.NONE);
        }
    }

    private void run() {
        RunWatch[] watch = {RunWatch.NONE};
        Objections[] objections = {Objections.NONE};
        try {
            callbacks.call(
                    "watchRun",
                    () -> watch[0] = Objects.requireNonNull(
                            prepared.sut().watchRun(prepared.schedule().scenario()), "watchRun returned null"));
            if (!earlyEnd.isEnding()) {
                issueLoaded();
            }
        } catch (Throwable e) {
            earlyEnd.fail("the harness", e);
        }
        callbacks.call("the end of watchRun", () -> objections[0] = new Objections(watch[0].end(), watch[0].doubts()));
        conclude(objections[0]);
    }

    private void issueLoaded() {
        QuerySampleLibrary library = prepared.library();
        int[] indices = prepared.samples().indices();
        if (callbacks.call("loadSamplesToRam", () -> library.loadSamplesToRam(indices.clone()))) {
            issuer.run();
            Thread.interrupted(); // was for a callback that has returned
            callbacks.call("unloadSamplesFromRam", () -> library.unloadSamplesFromRam(indices));
        }
    }

    private void conclude(Objections objections) {
        if (!concluded.compareAndSet(false, true)) {
            return;
        }
        intake.close();
        elapsedAtEnd = System.nanoTime() - startedAt;
        earlyEnd.over(); // from here on nobody interrupts this thread
        Thread.interrupted(); // meant for a callback, or left by one; it would close the files
        try {
            Conclusion conclusion =
                    new Conclusion(prepared, table, intake.failures(), progress(), objections, earlyEnd.reason());
            done.complete(conclusion.result());
        } catch (TestFailedException e) {
            done.completeExceptionally(e);
        } catch (Throwable e) {
            done.completeExceptionally(new TestFailedException(
                    "the harness threw " + e, prepared.files().directory(), e));
        }
    }

    private void watch() {
        StallGuard guard =
                new StallGuard(prepared.stallLimit(), () -> table.size() + intake.signsOfLife(), this::isWaiting);
        try {
            while (!earlyEnd.await(guard.period())) {
                if (guard.isStalled(System.nanoTime())) {
                    earlyEnd.fail(stall());
                }
            }
        } catch (Throwable e) {
            earlyEnd.fail("the watch for stalls", e);
        }
        if (!isEndedWithin(GRACE)) {
            conclude(Objections.NONE); // a callback does not return
        }
    }

    /** Whether it is for the system under test to get on, and not for the schedule. */
    private boolean isWaiting() {
        return table.size() > intake.ended() || callbacks.isInside();
    }

    private String stall() {
        long outstanding = table.size() - intake.ended();
        String limit = prepared.stallLimit().toMillis() + " ms";
        if (outstanding <= 0) {
            return "a callback has not returned for " + limit;
        }
        List<String> open = IntStream.range(0, table.size())
                .filter(number -> !table.hasEnded(number))
                .limit(NAMED_SAMPLES)
                .mapToObj(number -> "" + table.index(number))
                .collect(Collectors.toList());
        return "no sample was completed for " + limit + " and " + outstanding
                + " are outstanding, among them the samples " + String.join(", ", open);
    }

    private void interrupt() {
        if (runner != Thread.currentThread()) {
            runner.interrupt();
        }
    }

    void whenDone(Runnable action) {
        var unused = done.whenComplete((result, failure) -> action.run());
    }

    /** Waits for the end of a run that was ended. */
    void awaitEnd() {
        isEndedWithin(GRACE.plusSeconds(1));
    }

    private boolean isEndedWithin(Duration limit) {
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

    @Override
    public void abort(String reason) {
        if (reason == null) {
            throw new IllegalArgumentException("reason is null");
        }
        earlyEnd.abort(reason);
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
        long elapsed = elapsedAtEnd < 0 ? System.nanoTime() - startedAt : elapsedAtEnd;
        long failed = intake.failures().total();
        return new Progress(
                table.size(),
                Math.max(0, intake.ended() - failed), // a failure is noted before the end of its sample
                failed,
                Duration.ofNanos(elapsed),
                prepared.schedule().length());
    }
}
