// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Example 4: two runs at the same time, each with its own rate and logs. The second run has a duration of one minute, but the example
 * aborts it when the first run ends.
 */
public final class Example04ConcurrentRuns {

    private Example04ConcurrentRuns() {}

    public static void main(String[] args) throws InterruptedException {
        Duration duration = Duration.ofSeconds(Integer.getInteger("seconds", 5));
        try (LoadGenerator loadGen = new MlperfLoadGen()) {
            TestRun first = start(loadGen, "first", 600, duration);
            TestRun second = start(loadGen, "second", 1000, Duration.ofMinutes(1));
            while (!first.isDone()) {
                System.out.println("first: " + progress(first) + "; second: " + progress(second));
                Thread.sleep(500);
            }
            second.abort("the first run has ended");
            System.out.println("first: " + first.await().verdict());
            TestResult aborted = second.await();
            System.out.println("second: " + aborted.verdict() + ", " + aborted.reasons());
        }
    }

    private static TestRun start(LoadGenerator loadGen, String name, double qps, Duration duration) {
        SystemUnderTest sut = new SystemUnderTest(name) {
            @Override
            public void issueQuery(Query query) {
                query.completeAll();
            }
        };
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .serverTargetQps(qps)
                .serverTargetLatency(Duration.ofSeconds(1))
                .minDuration(duration)
                .build();
        LogSettings logs = LogSettings.in(Path.of("logs", "04", name));
        return loadGen.start(sut, QuerySampleLibrary.ofSize("numbers", 1024), settings, logs);
    }

    private static String progress(TestRun run) {
        TestRun.Progress now = run.progress();
        return now.completed() + " of " + now.issued() + " samples after "
                + now.elapsed().toMillis() + " ms";
    }
}
