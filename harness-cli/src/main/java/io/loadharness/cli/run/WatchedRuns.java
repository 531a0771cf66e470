package io.loadharness.cli.run;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.inference.RequestObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs one test after the other, shows how each gets on, and aborts the one that is going on when it is told to stop. */
public final class WatchedRuns {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final LoadGenerator generator;
    private final RunDisplay display;
    private final Interruption interruption;

    /** Runs on a generator, which stays its owner's. */
    public WatchedRuns(LoadGenerator generator, RunDisplay display, Interruption interruption) {
        this.generator = generator;
        this.display = display;
        this.interruption = interruption;
    }

    /** What the display wants to hear of the requests of the next run. */
    public RequestObserver watchNext() {
        return display.watchNext();
    }

    /**
     * Runs to the end on the calling thread.
     *
     * @throws IllegalArgumentException if the settings cannot be run; nothing was started
     */
    public Outcome run(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, Path logs) {
        Outcome outcome = run(sut, library, settings, logs, Optional::empty, Optional::empty);
        tell(outcome);
        return outcome;
    }

    /**
     * Runs to the end on the calling thread, or until there is trouble, which makes the run fail, or the system is lost, which makes it
     * invalid. Nobody is {@linkplain #tell told} yet.
     *
     * @param trouble asked again and again; empty if there is none
     * @param lost the same
     * @throws IllegalArgumentException if the settings cannot be run; nothing was started
     */
    public Outcome run(
            SystemUnderTest sut,
            QuerySampleLibrary library,
            TestSettings settings,
            Path logs,
            Supplier<Optional<String>> trouble,
            Supplier<Optional<String>> lost) {
        TestRun run = generator.start(sut, library, settings, LogSettings.in(logs));
        interruption.aborts(run);
        display.started(settings.scenario());
        watch(run, settings, () -> trouble.get().or(lost));
        return outcome(run, settings, logs, trouble, lost);
    }

    /** Shows how a run ended, when all is known of it. */
    public void tell(Outcome outcome) {
        display.ended(outcome, outcome.progress());
    }

    private void watch(TestRun run, TestSettings settings, Supplier<Optional<String>> trouble) {
        boolean interrupted = false;
        while (!run.isDone()) {
            display.at(settings.scenario(), run.progress(), interruption.requested());
            trouble.get().ifPresent(run::abort);
            try {
                Thread.sleep(BETWEEN_LOOKS.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
                interruption.request("the thread that ran it was interrupted");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome outcome(
            TestRun run,
            TestSettings settings,
            Path logs,
            Supplier<Optional<String>> trouble,
            Supplier<Optional<String>> lost) {
        try {
            TestResult result = run.await();
            Optional<String> why = trouble.get();
            if (why.isPresent()) {
                return Outcome.of(result, logs).broken(new Reason(Reason.Code.RECORDS_UNUSABLE, why.get()));
            }
            Optional<String> loss = lost.get();
            if (loss.isPresent()) {
                return Outcome.of(result, logs).invalid(new Reason(Reason.Code.SERVER_LOST, loss.get()));
            }
            return result.verdict() == Verdict.ABORTED
                    ? Outcome.aborted(result, new Reason(Reason.Code.ABORTED, interruption.reasonOfAbort()), logs)
                    : Outcome.of(result, logs);
        } catch (TestFailedException e) {
            Reason reason =
                    new Reason(e.reason().code(), e.getMessage(), e.reason().values());
            return Outcome.failed(settings.scenario(), reason, run.progress(), logs);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted after the end of a run", e);
        }
    }
}
