// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import java.time.Duration;

/** A LoadGen workload that each side runs. A run takes about one second. */
enum Workload {
    SINGLE_STREAM(Scenario.SINGLE_STREAM, TestMode.PERFORMANCE_ONLY, Completion.EACH, 1_000_000),
    SERVER(Scenario.SERVER, TestMode.PERFORMANCE_ONLY, Completion.EACH, 1_000_000),
    OFFLINE_BULK(Scenario.OFFLINE, TestMode.PERFORMANCE_ONLY, Completion.BULK, 4_000_000),
    OFFLINE_EACH(Scenario.OFFLINE, TestMode.PERFORMANCE_ONLY, Completion.EACH, 2_000_000),
    ACCURACY_8K(Scenario.OFFLINE, TestMode.ACCURACY_ONLY, Completion.TOKENS, 4_000);

    /** The ways in which a system completes samples. The C++ and Python programs use these names in lower case. */
    enum Completion {
        EACH,
        BULK,
        TOKENS
    }

    private static final int QUICK = 8;
    private static final int PERFORMANCE_SAMPLES = 1024;
    /** A target rate that no program can reach, so that LoadGen never waits before it issues a query. */
    private static final double UNREACHABLE_QPS = 5e6;

    private final Scenario scenario;
    private final TestMode mode;
    private final Completion completion;
    private final int count;

    Workload(Scenario scenario, TestMode mode, Completion completion, int count) {
        this.scenario = scenario;
        this.mode = mode;
        this.completion = completion;
        this.count = count;
    }

    Scenario scenario() {
        return scenario;
    }

    TestMode mode() {
        return mode;
    }

    Completion completion() {
        return completion;
    }

    /** Returns the number of samples that a run issues. */
    int count(boolean quick) {
        return quick ? count / QUICK : count;
    }

    int librarySize(boolean quick) {
        return mode == TestMode.ACCURACY_ONLY ? count(quick) : PERFORMANCE_SAMPLES;
    }

    /**
     * Returns the number of runs for each measurement. Only the best run counts, for two reasons. Other load on the machine can slow down a
     * run. Responses with data take four times as long when their memory is used for the first time.
     */
    int runs() {
        return completion == Completion.TOKENS ? 5 : 3;
    }

    /** Returns the settings for all sides. The number of samples is fixed, so that all sides do the same work. */
    TestSettings settings(boolean quick) {
        TestSettings.Builder settings =
                TestSettings.builder(scenario).mode(mode).minDuration(Duration.ZERO);
        if (mode == TestMode.PERFORMANCE_ONLY) {
            settings.minQueryCount(count(quick));
        }
        if (scenario == Scenario.SERVER) {
            settings.serverTargetQps(UNREACHABLE_QPS);
        }
        return settings.build();
    }
}
