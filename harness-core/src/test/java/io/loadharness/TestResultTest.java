// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TestResultTest {

    @Test
    void returnsThroughputOfPerformance() {
        TestResult result = result(Verdict.VALID, List.of(), Optional.of(performance(999.6)));

        assertThat(result.verdict() + " " + result.completedSamplesPerSecond()).isEqualTo("VALID 999.6");
    }

    @Test
    void hasNoThroughputWithoutPerformance() {
        TestResult result = result(Verdict.ABORTED, because("enough"), Optional.empty());

        assertThatThrownBy(result::completedSamplesPerSecond)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("completedSamplesPerSecond is not available: a run in mode PerformanceOnly with verdict"
                        + " ABORTED did not measure performance");
    }

    @Test
    void stringHasOneLine() {
        assertThat(result(Verdict.INVALID, because("too short"), Optional.of(performance(2.5))))
                .asString()
                .startsWith(
                        "TestResult[INVALID, Server, PerformanceOnly, 2.5 samples/s, reasons=[too short], logs in ");
    }

    @Test
    void isValidIfAndOnlyIfItHasNoReasons() {
        assertThatThrownBy(() -> result(Verdict.INVALID, List.of(), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> result(Verdict.VALID, because("odd"), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void copiesFailuresInOrderOfKinds() {
        Map<Failure.Kind, TestResult.FailureCount> failures = new HashMap<>();
        failures.put(Failure.Kind.TIMEOUT, new TestResult.FailureCount(1, "late"));
        failures.put(Failure.Kind.HTTP_ERROR, new TestResult.FailureCount(2, "503"));
        TestResult result = new TestResult(
                Verdict.INVALID,
                because("3 failed"),
                false,
                Scenario.SERVER,
                TestMode.PERFORMANCE_ONLY,
                progress(),
                failures,
                Optional.empty(),
                log());
        failures.clear();

        assertThat(result.failures().keySet()).containsExactly(Failure.Kind.HTTP_ERROR, Failure.Kind.TIMEOUT);
        assertThatThrownBy(() -> result.failures().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void rejectsFailureCountOfZero() {
        assertThatThrownBy(() -> new TestResult.FailureCount(0, "none")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void returnsFilesAndSummaryOfLog() {
        TestResult result = result(Verdict.VALID, List.of(), Optional.empty());

        assertThat(result.logs().detail()).isEqualTo(Path.of("logs", "mlperf_log_detail_1.txt"));
        assertThat(result.logs().accuracy()).isEqualTo(Path.of("logs", "mlperf_log_accuracy_1.json"));
        assertThat(result.summaryText()).isEqualTo("all is well");
        assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void unknownPercentileNamesKnownOnes() {
        LatencyStatistics latency = performance(1).latency();

        assertThat(latency.percentile(99.9)).isEqualTo(Duration.ofMillis(3));
        assertThatThrownBy(() -> latency.percentile(98))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("percentile 98.0 was not measured, only [50.0, 99.9]");
    }

    private static List<Reason> because(String text) {
        return List.of(new Reason(Reason.Code.OTHER, text));
    }

    private static TestResult result(Verdict verdict, List<Reason> reasons, Optional<Performance> performance) {
        return new TestResult(
                verdict,
                reasons,
                false,
                Scenario.SERVER,
                TestMode.PERFORMANCE_ONLY,
                progress(),
                Map.of(),
                performance,
                log());
    }

    private static TestRun.Progress progress() {
        return new TestRun.Progress(10, 10, 0, Duration.ofSeconds(5), Optional.empty());
    }

    private static TestLog log() {
        return new TestLog(
                LogFiles.in(Path.of("logs"), "mlperf_log_", "_1"),
                Optional.empty(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                "all is well",
                Optional.empty());
    }

    private static Performance performance(double completedSamples) {
        OptionalDouble none = OptionalDouble.empty();
        return new Performance(
                Optional.of(
                        new Performance.LoadGenVerdict(true, Optional.empty(), Optional.of(true), true, true, true)),
                10,
                OptionalLong.empty(),
                new Performance.Throughput(completedSamples, none, none, none, none, none),
                new LatencyStatistics(
                        Duration.ofMillis(1),
                        Duration.ofMillis(4),
                        Duration.ofMillis(2),
                        new TreeMap<>(Map.of(50.0, Duration.ofMillis(2), 99.9, Duration.ofMillis(3)))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
