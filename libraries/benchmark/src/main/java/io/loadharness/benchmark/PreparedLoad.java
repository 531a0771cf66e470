// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.internal.Durations;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A load, and the system on which it runs. The warm-up of the system is complete.
 *
 * @param timed true if token latencies are measured
 * @param longestRequest the maximum duration of a request
 * @param description the description of the run in reports; a stage replaces the load in this description
 * @param abortController aborts the runs
 * @param listener the listener of the benchmark
 */
record PreparedLoad(
        Load load,
        MeasuredSystem measured,
        boolean timed,
        Duration longestRequest,
        RunDescription description,
        AbortController abortController,
        BenchmarkListener listener) {

    /** The time from the creation of a run to its common start. In this time, the files and threads of the run are created. */
    private static final Duration START_LEAD = Duration.ofSeconds(3);

    /** Returns the settings of the run with the given number. Numbers start at 0. */
    TestSettings settings(int run) {
        return load.settings(run, timed, longestRequest);
    }

    /** Returns a copy with another description. */
    PreparedLoad with(RunDescription newDescription) {
        return new PreparedLoad(load, measured, timed, longestRequest, newDescription, abortController, listener);
    }

    /** Returns a copy with another load. */
    PreparedLoad with(Load newLoad) {
        return new PreparedLoad(newLoad, measured, timed, longestRequest, description, abortController, listener);
    }

    /**
     * Executes the load as one run on the calling thread, without records and reports, to estimate a setting of the real run. Returns its
     * result; empty if it was aborted or failed.
     *
     * @param folder the folder for the logs
     */
    Optional<TestResult> estimate(Path folder) {
        try (LoadGenerator generator = load.generator()) {
            return new WatchedRuns(generator, BenchmarkListener.NONE, abortController)
                    .run(measured.system(), measured.library(), settings(0), folder, Optional::empty, measured.losses())
                    .testResult()
                    .filter(ended -> ended.verdict() != Verdict.ABORTED);
        }
    }

    /** Waits until shortly before the common start of several processes. The load generator waits for the start itself. */
    private void awaitStart() {
        load.startAt().ifPresent(start -> {
            Duration left = Duration.between(Instant.now(), start).minus(START_LEAD);
            if (!left.isNegative() && !left.isZero()) {
                listener.message("Waiting for the common start at " + start + ", in "
                        + Durations.inWords(left.plus(START_LEAD).truncatedTo(ChronoUnit.SECONDS)));
                abortController.pause(left);
            }
        });
    }

    /** Executes the load as one run on the calling thread. */
    RunResult measure(Path folder) throws IOException {
        awaitStart();
        try (LoadGenerator generator = load.generator()) {
            RunResult result = record(generator, measured.library(), settings(0), description, new RunFolder(folder));
            listener.measured(result, measured.completed(), measured.events());
            load.notice().ifPresent(listener::message);
            return result;
        }
    }

    /** Executes a run on the calling thread, and writes its records and reports. The run may differ from that of the load. */
    RunResult record(
            LoadGenerator generator,
            QuerySampleLibrary library,
            TestSettings settings,
            RunDescription ofRun,
            RunFolder folder)
            throws IOException {
        return new RecordedRuns(new WatchedRuns(generator, listener, abortController), measured)
                .run(library, settings, ofRun, folder);
    }
}
