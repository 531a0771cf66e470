// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.TestSettings;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

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

    /** Returns the settings of the run with the given number. Numbers start at 0. */
    TestSettings settings(int run) {
        return load.settings(run, timed, longestRequest);
    }

    /** Returns a copy with another load. */
    PreparedLoad with(Load newLoad) {
        return new PreparedLoad(newLoad, measured, timed, longestRequest, description, abortController, listener);
    }

    /** Executes the load as one run on the calling thread. */
    RunResult measure(Path folder) throws IOException {
        try (LoadGenerator generator = load.generator()) {
            RunResult result = new RecordedRuns(new WatchedRuns(generator, listener, abortController), measured)
                    .run(measured.library(), settings(0), description, new RunFolder(folder));
            listener.measured(result, measured.completed(), measured.events());
            load.notice().ifPresent(listener::message);
            return result;
        }
    }
}
