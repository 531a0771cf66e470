// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the figures of joining four slices: {@code merge_million_s} and {@code merge_report_ratio}. */
final class MergeBench {

    private static final int REQUESTS = 1_000_000;
    private static final int QUICK_REQUESTS = 20_000;
    private static final int SLICES = 4;
    private static final int CHUNKS = 20;
    private static final double GOAL_SECONDS = 10;
    private static final double GOAL_RATIO = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchFolder benchFolder;
    private final int runs;
    private final int requests;
    private final Progress progress;

    MergeBench(BenchFolder benchFolder, int runs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.runs = runs;
        this.requests = quick ? QUICK_REQUESTS : REQUESTS;
        this.progress = progress;
    }

    /**
     * Measures both figures. The ratio compares the time to join slices with the time to create the reports of one process for the same
     * number of requests.
     */
    List<FigureSpread> measure() throws IOException {
        String what = Quantity.count(requests) + " requests of " + SLICES + " slices";
        progress.measuring("joining " + what + ", " + runs + " times");
        List<Double> joined = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            Path folder = benchFolder.newLogs();
            JvmUsage.of(RecordMaker.class, RecordMaker.HEAP, folder.resolve("whole"), requests, CHUNKS);
            for (int rank = 0; rank < SLICES; rank++) {
                JvmUsage.of(
                        RecordMaker.class,
                        RecordMaker.HEAP,
                        MergeMaker.slice(folder, rank),
                        requests / SLICES,
                        CHUNKS,
                        rank,
                        SLICES);
            }
            double report = seconds(JvmUsage.of(ReportMaker.class, ReportMaker.HEAP, folder.resolve("whole")));
            double merge = seconds(JvmUsage.of(MergeMaker.class, MergeMaker.HEAP, folder, SLICES));
            joined.add(merge);
            ratios.add(merge / report);
            benchFolder.remove(folder);
        }
        return List.of(
                FigureSpread.of(
                        BenchFigure.cost("merge_million_s", "Joined records and reports of " + what, "s", GOAL_SECONDS),
                        joined,
                        "-Xmx" + MergeMaker.HEAP),
                FigureSpread.of(
                        BenchFigure.cost(
                                "merge_report_ratio",
                                "Time to join slices, compared with the reports of one process",
                                "times",
                                GOAL_RATIO),
                        ratios));
    }

    private static double seconds(JvmUsage use) {
        return use.wallNanos() / NANOS_PER_SECOND;
    }
}
