// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

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
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs one test after the other, reports their progress, and aborts the current one on request. A run during which a server is lost is
 * ended, and is not valid. For one thread.
 */
final class WatchedRuns {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final LoadGenerator generator;
    private final BenchmarkListener listener;
    private final Interruption interruption;

    /** Uses a generator that its owner closes. */
    WatchedRuns(LoadGenerator generator, BenchmarkListener listener, Interruption interruption) {
        this.generator = generator;
        this.listener = listener;
        this.interruption = interruption;
    }

    BenchmarkListener listener() {
        return listener;
    }

    /**
     * Runs to the end on the calling thread.
     *
     * @param recordTrouble polled; if present, the run fails
     * @param serverLost polled; if present, the run is invalid
     * @throws IllegalArgumentException if the settings cannot be run; nothing was started
     */
    RunResult run(
            SystemUnderTest sut,
            QuerySampleLibrary library,
            TestSettings settings,
            Path folder,
            Supplier<Optional<String>> recordTrouble,
            Supplier<Optional<String>> serverLost) {
        TestRun run;
        try {
            run = generator.start(sut, library, settings, LogSettings.in(folder));
        } catch (IllegalStateException e) {
            Reason reason =
                    interruption.reason().orElseThrow(() -> e); // no run can be started while the JVM shuts down
            listener.message("The run was not started: " + e.getMessage());
            return RunResult.unstarted(settings.scenario(), reason, folder);
        }
        interruption.aborts(run);
        listener.started(settings.scenario());
        try {
            watch(run, settings, () -> recordTrouble.get().or(serverLost));
            return result(run, settings, folder, recordTrouble, serverLost);
        } finally {
            interruption.finished(Thread.currentThread());
        }
    }

    private void watch(TestRun run, TestSettings settings, Supplier<Optional<String>> reasonToEnd) {
        boolean interrupted = false;
        while (!run.isDone()) {
            listener.progress(new RunProgress(settings.scenario(), run.progress(), interruption.requested()));
            reasonToEnd.get().ifPresent(run::abort);
            try {
                Thread.sleep(POLL_INTERVAL.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
                interruption.request("the thread that ran it was interrupted");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RunResult result(
            TestRun run,
            TestSettings settings,
            Path folder,
            Supplier<Optional<String>> recordTrouble,
            Supplier<Optional<String>> serverLost) {
        boolean interrupted = Thread.interrupted(); // the run is over, and its result is wanted all the same
        try {
            TestResult result = run.await();
            Optional<String> why = recordTrouble.get();
            if (why.isPresent()) {
                return RunResult.of(result, folder).broken(new Reason(Reason.Code.RECORDS_UNUSABLE, why.get()));
            }
            Optional<String> loss = serverLost.get();
            if (loss.isPresent()) {
                return RunResult.of(result, folder).invalid(new Reason(Reason.Code.SERVER_LOST, loss.get()));
            }
            RunResult asReported = RunResult.of(result, folder);
            return result.verdict() == Verdict.ABORTED // by a request, or by the generator itself
                    ? interruption.reason().map(asReported::aborted).orElse(asReported)
                    : asReported;
        } catch (TestFailedException e) {
            Reason reason = new Reason(
                    e.reason().code(),
                    String.valueOf(e.getMessage()),
                    e.reason().values());
            return RunResult.failed(settings.scenario(), reason, run.progress(), folder);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted after the end of a run", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
