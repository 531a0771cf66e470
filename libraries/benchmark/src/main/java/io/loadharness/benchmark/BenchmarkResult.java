// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.report.RuleVerdict;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The results of all runs of a benchmark. Immutable.
 *
 * <pre>{@code
 * if (result.verdict() != Verdict.VALID) {
 *   result.reasons().forEach(System.err::println);
 * }
 * double p99 = result.metric("ttft.p99").asDouble(); // seconds
 * }</pre>
 *
 * @param folder the output folder; it contains the files of the run, or a folder for each run
 * @param runs the results, in the order of the runs; for a sweep, only the stages, not the probe
 * @param skippedRuns the planned runs that were never started
 * @param serversStopped false if a process of the servers that the benchmark started may still be running
 * @param closeFailure the reason why the {@linkplain BenchmarkClient client} or an {@linkplain Benchmark.Builder#engine(String) engine}
 *     cannot be closed; empty if the client and all engines are closed, or if the benchmark has no client and no engine
 */
public record BenchmarkResult(
        Path folder,
        List<RunResult> runs,
        List<SkippedRun> skippedRuns,
        boolean serversStopped,
        Optional<Reason> closeFailure) {

    private static final List<Verdict> MOST_SEVERE_FIRST =
            List.of(Verdict.ABORTED, Verdict.FAILED, Verdict.INVALID, Verdict.VALID);

    public BenchmarkResult {
        runs = List.copyOf(runs);
        skippedRuns = List.copyOf(skippedRuns);
    }

    /** Creates the results of runs before the target is closed. */
    BenchmarkResult(Path folder, List<RunResult> runs, List<SkippedRun> skippedRuns) {
        this(folder, runs, skippedRuns, true, Optional.empty());
    }

    /** Returns a copy whose client or engine cannot be closed. */
    BenchmarkResult with(Reason failureOfClose) {
        return new BenchmarkResult(folder, runs, skippedRuns, serversStopped, Optional.of(failureOfClose));
    }

    /** Returns true if the servers were stopped, and the client and all engines were closed. */
    public boolean isClosed() {
        return serversStopped && closeFailure.isEmpty();
    }

    /** Returns the most severe verdict of all runs; {@code VALID} only if every planned run is valid. */
    public Verdict verdict() {
        return mostSevere(Stream.concat(
                Stream.concat(
                        runs.stream().map(RunResult::verdict),
                        skippedRuns.stream().map(SkippedRun::verdict)),
                isClosed() ? Stream.of() : Stream.of(Verdict.FAILED)));
    }

    /** Returns the most severe verdict, or {@code FAILED} for an empty stream. */
    static Verdict mostSevere(Stream<Verdict> verdicts) {
        return verdicts.min(Comparator.comparingInt(MOST_SEVERE_FIRST::indexOf)).orElse(Verdict.FAILED);
    }

    /**
     * Returns the verdicts of the rule set and of the load generator for each run; empty if no rule set decides the verdicts.
     * {@link #verdict} uses the verdicts of the rule set.
     */
    public List<RuleVerdict> ruleVerdicts() {
        return runs.stream().flatMap(run -> run.ruleVerdict().stream()).toList();
    }

    /** Returns all reasons why the benchmark is not valid; empty if it is valid. */
    public List<Reason> reasons() {
        return Stream.of(
                        runs.stream().flatMap(run -> run.reasons().stream()),
                        skippedRuns.stream().map(SkippedRun::reason),
                        closeFailure.stream())
                .flatMap(each -> each)
                .toList();
    }

    /**
     * Returns a metric of the last run.
     *
     * @throws IllegalArgumentException if the name is unknown; the message suggests the most similar metric
     * @throws IllegalStateException if no run was started
     * @see RunResult#metric
     */
    public MetricValue metric(String name) {
        if (runs.isEmpty()) {
            throw new IllegalStateException("no run was started: " + reasons());
        }
        return runs.get(runs.size() - 1).metric(name);
    }
}
