// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import java.time.Duration;
import java.util.function.Consumer;

/** Small runs and systems for tests. */
final class QuickRuns {

    static final QuerySampleLibrary LIBRARY = QuerySampleLibrary.ofSize("numbers", 64);

    private QuickRuns() {}

    /** Returns settings of a run that takes a fraction of a second. */
    static TestSettings.Builder settings(Scenario scenario) {
        return TestSettings.builder(scenario)
                .minDuration(scenario == Scenario.SERVER ? Duration.ofMillis(50) : Duration.ZERO)
                .minQueryCount(700)
                .singleStreamExpectedLatency(Duration.ofNanos(50_000))
                .multiStreamExpectedLatency(Duration.ofNanos(50_000))
                .serverTargetQps(20_000)
                .serverTargetLatency(Duration.ofSeconds(10))
                .offlineExpectedQps(20_000);
    }

    /** Returns settings of a run that does not end by itself during a test. */
    static TestSettings.Builder endless(Scenario scenario) {
        return settings(scenario)
                .minDuration(Duration.ofMinutes(1))
                .singleStreamExpectedLatency(Duration.ofMillis(1))
                .multiStreamExpectedLatency(Duration.ofMillis(1))
                .serverTargetQps(500)
                .offlineExpectedQps(10);
    }

    /** Returns a system that runs an action for each query. */
    static SystemUnderTest system(Consumer<Query> answer) {
        return new SystemUnderTest("test") {
            @Override
            public void issueQuery(Query query) {
                answer.accept(query);
            }
        };
    }

    /** Returns a system that completes each query immediately. */
    static SystemUnderTest prompt() {
        return system(Query::completeAll);
    }

    /** Returns a system that never completes a query. */
    static SystemUnderTest silent() {
        return system(query -> {});
    }
}
