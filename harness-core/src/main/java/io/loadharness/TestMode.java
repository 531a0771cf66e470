// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** The mode of a run: accuracy, performance, both, or a search for the peak rate. */
public enum TestMode {
    /** An accuracy run followed by a performance run. */
    SUBMISSION_RUN("SubmissionRun"),
    /** Issues every sample once. Responses are written to the accuracy log, and performance is not measured. */
    ACCURACY_ONLY("AccuracyOnly"),
    /** Issues the load of the scenario and measures the performance. */
    PERFORMANCE_ONLY("PerformanceOnly"),
    /** Searches for the highest rate at which the latency bound is met. Only for Server. */
    FIND_PEAK_PERFORMANCE("FindPeakPerformance");

    private final String loadGenName;

    TestMode(String loadGenName) {
        this.loadGenName = loadGenName;
    }

    /** Returns the name that LoadGen uses in its logs, for example {@code PerformanceOnly}. */
    public String loadGenName() {
        return loadGenName;
    }
}
