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
 * A load, and the warm system to put it on.
 *
 * @param timed true if tokens are timed
 * @param longestRequest the time after which every request has ended
 * @param description of the run, or of each of its stages except for their loads
 * @param interruption ends the runs early
 * @param listener of the benchmark
 */
record PreparedLoad(
        Load load,
        MeasuredSystem measured,
        boolean timed,
        Duration longestRequest,
        RunDescription description,
        Interruption interruption,
        BenchmarkListener listener) {

    /** Returns the settings of one of several runs, from 0. */
    TestSettings settings(int run) {
        return load.settings(run, timed, longestRequest);
    }

    /** Runs the load once on the calling thread. */
    RunResult measure(Path folder) throws IOException {
        try (LoadGenerator generator = load.generator()) {
            RunResult result = new RecordedRuns(new WatchedRuns(generator, listener, interruption), measured)
                    .run(measured.library(), settings(0), description, new RunFolder(folder));
            listener.measured(result, measured.answered(), measured.events());
            load.notice().ifPresent(listener::message);
            return result;
        }
    }
}
