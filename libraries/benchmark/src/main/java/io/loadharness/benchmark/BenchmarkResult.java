// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The results of all runs of a benchmark. Immutable.
 *
 * @param folder with a folder or files for each run
 * @param runs in the order in which they ran; the stages of a sweep without its probe
 * @param notRun runs that were planned and never started
 * @param serversStopped false if processes of servers that were started for the benchmark may still be running
 */
public record BenchmarkResult(Path folder, List<RunResult> runs, List<NotRun> notRun, boolean serversStopped) {

    private static final List<Verdict> MOST_SEVERE_FIRST =
            List.of(Verdict.ABORTED, Verdict.FAILED, Verdict.INVALID, Verdict.VALID);

    public BenchmarkResult {
        runs = List.copyOf(runs);
        notRun = List.copyOf(notRun);
    }

    /** Returns the most severe verdict; {@code VALID} only if every planned run is valid. */
    public Verdict verdict() {
        return Stream.concat(
                        Stream.concat(
                                runs.stream().map(RunResult::verdict),
                                notRun.stream().map(NotRun::verdict)),
                        serversStopped ? Stream.of() : Stream.of(Verdict.FAILED))
                .min(Comparator.comparingInt(MOST_SEVERE_FIRST::indexOf))
                .orElse(Verdict.FAILED);
    }

    /** Returns the reasons why the benchmark is not valid. */
    public List<Reason> reasons() {
        return Stream.concat(
                        runs.stream().flatMap(run -> run.reasons().stream()),
                        notRun.stream().map(NotRun::reason))
                .toList();
    }

    /**
     * Returns a metric of the last run.
     *
     * @throws IllegalArgumentException if there is no such metric; names the nearest one
     * @throws IllegalStateException if nothing was run
     * @see RunResult#metric
     */
    public MetricValue metric(String name) {
        if (runs.isEmpty()) {
            throw new IllegalStateException("nothing was run: " + reasons());
        }
        return runs.get(runs.size() - 1).metric(name);
    }
}
