// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;

/** Example 3: runs one system in all four scenarios, and prints a table of the results. */
public final class Example03AllScenarios {

    private Example03AllScenarios() {}

    public static void main(String[] args) {
        System.out.printf("%-14s %-8s %12s %12s %12s%n", "scenario", "verdict", "samples/s", "median ms", "99th ms");
        try (LoadGenerator loadGen = new MlperfLoadGen();
                SystemUnderTest sut = new PooledSystem()) {
            for (Scenario scenario : Scenario.values()) {
                LogSettings logs = LogSettings.in(Path.of("logs", "03", scenario.loadGenName()));
                TestResult result =
                        loadGen.run(sut, QuerySampleLibrary.ofSize("numbers", 1024), settings(scenario), logs);
                print(result);
            }
        }
    }

    private static TestSettings settings(Scenario scenario) {
        return TestSettings.builder(scenario)
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 5)))
                .minQueryCount(700)
                .singleStreamExpectedLatency(Duration.ofMillis(1))
                .multiStreamExpectedLatency(Duration.ofMillis(2))
                .serverTargetQps(500)
                .serverTargetLatency(Duration.ofSeconds(1))
                .offlineExpectedQps(4000)
                .build();
    }

    private static void print(TestResult result) {
        System.out.printf("%-14s %-8s", result.scenario().loadGenName(), result.verdict());
        result.performance()
                .ifPresent(measured -> System.out.printf(
                        " %12.1f %12.3f %12.3f",
                        measured.throughput().completedSamples(),
                        measured.latency().percentile(50).toNanos() / 1e6,
                        measured.latency().percentile(99).toNanos() / 1e6));
        System.out.println();
        result.reasons().forEach(reason -> System.out.println("  " + reason));
    }
}
