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
 * @param stopped the reason why the search was stopped before its end, with the verdict of a stopped benchmark; empty if it is complete
 * @param page the HTML page with the figures over the load
 * @param serversStopped false if a process of the servers that the benchmark started may still be running
 * @param closeFailure the reason why the {@linkplain BenchmarkClient client} cannot be closed; empty if it is closed, or if there is none
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
     * The end of a search before it was complete.
     *
     * @param verdict {@code ABORTED} after a request or at the end of the time, {@code FAILED} if a run failed, {@code INVALID} if a server
     *     is lost
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
     * Returns {@code VALID} only if a run of full length confirmed the peak. If servers or the client may still be in use, returns
     * {@code FAILED}, or {@code ABORTED} after an abort, like {@link BenchmarkResult#verdict}.
     */
    public Verdict verdict() {
        Verdict ofSearch = stopped.map(Stop::verdict).orElse(peak.isConfirmed() ? Verdict.VALID : Verdict.INVALID);
        return serversStopped && closeFailure.isEmpty()
                ? ofSearch
                : BenchmarkResult.mostSevere(Stream.of(ofSearch, Verdict.FAILED));
    }

    /** Returns a copy with the end of a benchmark: of its servers or its client. */
    PeakResult with(BenchmarkResult ended) {
        return new PeakResult(folder, peak, points, stopped, page, ended.serversStopped(), ended.closeFailure());
    }
}
