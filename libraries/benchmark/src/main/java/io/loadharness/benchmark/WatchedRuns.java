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
import io.loadharness.internal.JvmShutdown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Executes runs one after the other, reports their progress, and aborts the current run on request. If a server fails, the run is aborted
 * and is invalid. Not thread-safe.
 */
final class WatchedRuns {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final LoadGenerator generator;
    private final BenchmarkListener listener;
    private final AbortController abortController;

    /** Creates an executor of runs with a generator. The caller closes the generator. */
    WatchedRuns(LoadGenerator generator, BenchmarkListener listener, AbortController abortController) {
        this.generator = generator;
        this.listener = listener;
        this.abortController = abortController;
    }

    BenchmarkListener listener() {
        return listener;
    }

    /**
     * Executes a run on the calling thread.
     *
     * @param recordFailure polled during the run; if it returns a reason, the run fails
     * @param losses polled during the run; if a server or worker is lost, the run is invalid
     * @throws IllegalArgumentException if a setting is invalid; then no run was started
     */
    RunResult run(
            SystemUnderTest sut,
            QuerySampleLibrary library,
            TestSettings settings,
            Path folder,
            Supplier<Optional<String>> recordFailure,
            LossDetector losses) {
        TestRun run;
        try {
            run = generator.start(sut, library, settings, LogSettings.in(folder));
        } catch (IllegalStateException e) {
            Reason reason = abortController.reason().orElseThrow(() -> e); // the JVM is shutting down
            listener.message("The run was not started: " + reason.text());
            return RunResult.unstarted(settings.scenario(), reason, folder);
        }
        abortController.runStarted(run::abort);
        listener.started(settings.scenario());
        try {
            watch(run, settings, () -> recordFailure.get().or(() -> losses.lost()
                    .map(Reason::text)));
            return result(run, settings, folder, recordFailure, losses);
        } finally {
            abortController.runEnded(Thread.currentThread());
        }
    }

    private void watch(TestRun run, TestSettings settings, Supplier<Optional<String>> reasonToEnd) {
        boolean interrupted = false;
        while (!run.isDone()) {
            listener.progress(new RunProgress(settings.scenario(), run.progress(), abortController.isRequested()));
            reasonToEnd.get().ifPresent(run::abort);
            try {
                Thread.sleep(POLL_INTERVAL.toMillis());
            } catch (InterruptedException e) {
                interrupted = true;
                abortController.requestAbort("the thread that ran it was interrupted");
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
            Supplier<Optional<String>> recordFailure,
            LossDetector losses) {
        boolean interrupted =
                Thread.interrupted(); // the run has ended; its result is needed even if the thread was interrupted
        try {
            TestResult result = run.await();
            Optional<String> why = recordFailure.get();
            if (why.isPresent()) {
                return RunResult.of(result, folder).asFailed(new Reason(Reason.Code.RECORDS_UNUSABLE, why.get()));
            }
            Optional<Reason> loss = losses.explained();
            if (loss.isPresent() && !JvmShutdown.isInProgress()) { // a shutdown stops the engines at the same time
                return RunResult.of(result, folder).asInvalid(loss.get());
            }
            RunResult reported = RunResult.of(result, folder);
            return result.verdict() == Verdict.ABORTED // aborted by a request or by the generator
                    ? abortController.reason().map(reported::asAborted).orElse(reported)
                    : reported;
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
