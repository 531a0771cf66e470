// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import io.loadharness.metrics.Figure;
import io.loadharness.report.RunReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The result of one run, also of one that broke. Immutable.
 *
 * @param scenario the traffic pattern
 * @param verdict how the run ended, requirements applied
 * @param reason the most severe reason; empty if the run is valid
 * @param testResult of the load generator; empty if the run broke
 * @param progress at the end
 * @param folder with the logs, records and reports of the run
 * @param report the computed metrics; empty if the records cannot be read, which the reason says
 */
public record RunResult(
        Scenario scenario,
        Verdict verdict,
        Optional<Reason> reason,
        Optional<TestResult> testResult,
        Progress progress,
        Path folder,
        Optional<RunReport> report) {

    public RunResult {
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(testResult, "testResult");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(report, "report");
    }

    /** Returns all reasons why the run is not valid, the most severe first. */
    public List<Reason> reasons() {
        return report.map(RunReport::reasons).orElseGet(() -> reason.stream().toList()).stream()
                .map(this::withNumbers)
                .toList();
    }

    /** Files keep the codes and texts of reasons; the load generator also knows their numbers. */
    private Reason withNumbers(Reason reported) {
        return Stream.concat(reason.stream(), testResult.stream().flatMap(result -> result.reasons().stream()))
                .filter(each -> each.code() == reported.code() && each.text().equals(reported.text()))
                .findFirst()
                .orElse(reported);
    }

    /** Returns true if nothing is wrong with the run except a requirement that is not met. */
    public boolean isUnmet() {
        return report.filter(RunReport::isValidButForRequirements).isPresent();
    }

    /**
     * Returns a metric by the name that requirements use, such as {@code ttft.p99}, {@code latency.mean} or
     * {@code requests_per_second}.
     *
     * @throws IllegalArgumentException if there is no such metric; names the nearest one
     */
    public MetricValue metric(String name) {
        Figure figure = Figure.of(name);
        return new MetricValue(
                figure, report.map(each -> figure.in(each.metrics())).orElse(OptionalDouble.empty()));
    }

    static RunResult of(TestResult result, Path folder) {
        return new RunResult(
                result.scenario(),
                result.verdict(),
                result.reasons().stream().findFirst(),
                Optional.of(result),
                result.progress(),
                folder,
                Optional.empty());
    }

    static RunResult unstarted(Scenario scenario, Reason reason, Path folder) {
        return new RunResult(
                scenario,
                Verdict.ABORTED,
                Optional.of(reason),
                Optional.empty(),
                new Progress(0, 0, 0, Duration.ZERO, Optional.empty()),
                folder,
                Optional.empty());
    }

    static RunResult failed(Scenario scenario, Reason reason, Progress progress, Path folder) {
        return new RunResult(
                scenario, Verdict.FAILED, Optional.of(reason), Optional.empty(), progress, folder, Optional.empty());
    }

    /** Returns the same run, with the reason for which it was aborted. */
    RunResult aborted(Reason why) {
        return new RunResult(scenario, Verdict.ABORTED, Optional.of(why), testResult, progress, folder, report);
    }

    /** Returns the same run, found to be invalid. */
    RunResult invalid(Reason why) {
        return new RunResult(scenario, Verdict.INVALID, Optional.of(why), testResult, progress, folder, report);
    }

    /** Returns the same run, found to have failed. */
    RunResult broken(Reason why) {
        return new RunResult(scenario, Verdict.FAILED, Optional.of(why), testResult, progress, folder, report);
    }

    RunResult with(RunReport newReport) {
        return new RunResult(scenario, verdict, reason, testResult, progress, folder, Optional.of(newReport));
    }
}
