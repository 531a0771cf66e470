// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** What a run does with its traffic. */
public enum TestMode {
    /** An accuracy run followed by a performance run. */
    SUBMISSION_RUN("SubmissionRun"),
    /** Every sample once; responses go to the accuracy log, nothing is timed. */
    ACCURACY_ONLY("AccuracyOnly"),
    /** The traffic of the scenario, timed. */
    PERFORMANCE_ONLY("PerformanceOnly"),
    /** Searches the highest rate that meets the latency bound. Server only. */
    FIND_PEAK_PERFORMANCE("FindPeakPerformance");

    private final String loadGenName;

    TestMode(String loadGenName) {
        this.loadGenName = loadGenName;
    }

    /** The spelling that LoadGen uses in its logs, {@code PerformanceOnly} for example. */
    public String loadGenName() {
        return loadGenName;
    }
}
