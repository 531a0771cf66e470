// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.report.PeakReport.MeasuredPoint;
import io.loadharness.schedule.Peak;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of {@link Benchmark#findPeak}. Immutable.
 *
 * <pre>{@code
 * PeakResult result = benchmark.findPeak();
 * if (result.verdict() == Verdict.VALID) {
 *     System.out.println(result.peak().level().getAsDouble() + " requests/s");
 * }
 * }</pre>
 *
 * @param folder the output folder, which contains a folder for each run
 * @param peak the peak, with its interval and a sentence about it
 * @param points the runs in their order, including those of an earlier process
 * @param stopped the early end of the search, with its reason and verdict; empty if the search is complete
 * @param page the HTML page with the metrics over the load
 * @param serversStopped false if a process of the servers that the benchmark started may still be running
 * @param closeFailure the reason why the {@linkplain BenchmarkClient client} or an engine cannot be closed; empty if the client and all
 *     engines are closed, or if the benchmark has no client and no engine
 */
public record PeakResult(
        Path folder,
        Peak peak,
        List<MeasuredPoint> points,
        Optional<Stop> stopped,
        Path page,
        boolean serversStopped,
        Optional<Reason> closeFailure) {

    /**
     * The early end of a search.
     *
     * @param verdict {@code ABORTED} after an abort or when the maximum time has passed, {@code FAILED} if a run failed, {@code INVALID}
     *     if a server is lost
     */
    public record Stop(Verdict verdict, Reason reason) {}

    public PeakResult {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(peak, "peak");
        points = List.copyOf(points);
        Objects.requireNonNull(stopped, "stopped");
        Objects.requireNonNull(page, "page");
    }

    /**
     * Returns {@code VALID} only if a full-length run confirmed the peak. If a server may still be running, or the client or an engine
     * cannot be closed, the verdict is {@code FAILED}, or {@code ABORTED} after an abort.
     */
    public Verdict verdict() {
        Verdict ofSearch = stopped.map(Stop::verdict).orElse(peak.isConfirmed() ? Verdict.VALID : Verdict.INVALID);
        return serversStopped && closeFailure.isEmpty()
                ? ofSearch
                : BenchmarkResult.mostSevere(Stream.of(ofSearch, Verdict.FAILED));
    }

    /** Returns a copy with the final state of the servers and the client. */
    PeakResult with(BenchmarkResult ended) {
        return new PeakResult(folder, peak, points, stopped, page, ended.serversStopped(), ended.closeFailure());
    }
}
