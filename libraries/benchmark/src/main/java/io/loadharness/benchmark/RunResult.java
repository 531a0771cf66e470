// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import io.loadharness.metrics.RunStatistic;
import io.loadharness.report.RuleVerdict;
import io.loadharness.report.RunReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The result of one run, including failed runs. Immutable.
 *
 * <pre>{@code
 * for (RunResult run : Benchmark.builder().endpoint(url).scenario(Scenario.SERVER).targetQps(10).build().run().runs()) {
 *     System.out.println(run.scenario() + ": " + run.verdict() + ", see " + run.folder());
 * }
 * }</pre>
 *
 * @param scenario the LoadGen scenario
 * @param verdict the verdict after the requirements and the rule set were applied
 * @param reason the most severe reason; empty if the run is valid
 * @param testResult the result of the load generator; empty if the run failed or was not started
 * @param progress the progress at the end
 * @param folder the folder with the logs, records and reports of the run
 * @param report the computed metrics; empty if the records cannot be read; in this case, {@code reason} states the cause
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

    /**
     * Returns the reason with its numbers. Reasons of a report have no numbers, because the files of a run contain only their codes and
     * sentences.
     */
    private Reason withNumbers(Reason reported) {
        return Stream.concat(reason.stream(), testResult.stream().flatMap(result -> result.reasons().stream()))
                .filter(each -> each.code() == reported.code() && each.text().equals(reported.text()))
                .findFirst()
                .orElse(reported);
    }

    /** Returns the verdict of the rule set and of the load generator; empty if no rule set decides the verdict. */
    public Optional<RuleVerdict> ruleVerdict() {
        return report.flatMap(RunReport::ruleVerdict);
    }

    /** Returns true if unmet requirements are the only reason why the run is invalid. */
    public boolean isUnmet() {
        return report.filter(RunReport::isValidButForRequirements).isPresent();
    }

    /**
     * Returns a metric by the name that requirements use, such as {@code ttft.p99}, {@code latency.mean} or
     * {@code requests_per_second}.
     *
     * @throws IllegalArgumentException if the name is unknown; the message suggests the most similar metric
     */
    public MetricValue metric(String name) {
        RunStatistic figure = RunStatistic.of(name);
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

    /** Returns a copy with the verdict ABORTED and the given reason. */
    RunResult asAborted(Reason why) {
        return new RunResult(scenario, Verdict.ABORTED, Optional.of(why), testResult, progress, folder, report);
    }

    /** Returns a copy with the verdict INVALID and the given reason. */
    RunResult asInvalid(Reason why) {
        return new RunResult(scenario, Verdict.INVALID, Optional.of(why), testResult, progress, folder, report);
    }

    /** Returns a copy with the verdict FAILED and the given reason. */
    RunResult asFailed(Reason why) {
        return new RunResult(scenario, Verdict.FAILED, Optional.of(why), testResult, progress, folder, report);
    }

    /** Returns a copy with the verdict of the report, which includes the requirements and the rule set. */
    RunResult asReported() {
        Verdict reported = report.map(RunReport::verdict).orElse(verdict);
        return reported == verdict
                ? this
                : new RunResult(
                        scenario, reported, reasons().stream().findFirst(), testResult, progress, folder, report);
    }

    RunResult with(RunReport newReport) {
        return new RunResult(scenario, verdict, reason, testResult, progress, folder, Optional.of(newReport));
    }
}
