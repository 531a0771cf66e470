// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Measures the figures of {@code bench report}. */
final class ReportBench {

    private static final int REQUESTS = 1_000_000;
    private static final int QUICK_REQUESTS = 20_000;
    private static final int[] CHUNKS = {20, 200};
    private static final double GOAL_SECONDS = 5;
    private static final double GOAL_MICROS = 20;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchFolder benchFolder;
    private final int runs;
    private final int requests;
    private final Progress progress;

    ReportBench(BenchFolder benchFolder, int runs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.runs = runs;
        this.requests = quick ? QUICK_REQUESTS : REQUESTS;
        this.progress = progress;
    }

    /** Measures all figures. */
    List<FigureSpread> measure() throws IOException {
        List<FigureSpread> spreads = new ArrayList<>();
        for (int chunks : CHUNKS) {
            progress.measuring("records and reports, " + Quantity.count(requests) + " requests of " + chunks
                    + " chunks, " + runs + " times");
            List<JvmUsage> recorded = new ArrayList<>();
            List<JvmUsage> reported = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                Path folder = benchFolder.newLogs();
                recorded.add(JvmUsage.of(RecordMaker.class, RecordMaker.HEAP, folder, requests, chunks));
                reported.add(JvmUsage.of(ReportMaker.class, ReportMaker.HEAP, folder));
                benchFolder.remove(folder);
            }
            String of = ", " + chunks + " chunks";
            spreads.add(spread(
                    BenchFigure.cost("record_us_" + chunks, "CPU time to record a request" + of, "µs", GOAL_MICROS),
                    recorded,
                    each -> each.cpuNanos() / NANOS_PER_MICRO / requests));
            spreads.add(spread(
                    BenchFigure.cost(
                            "report_s_" + chunks, "Reports of " + Quantity.count(requests) + of, "s", GOAL_SECONDS),
                    reported,
                    each -> each.wallNanos() / NANOS_PER_SECOND));
            spreads.add(spread(
                    new BenchFigure(
                            "report_cpu_s_" + chunks,
                            "CPU time of these reports" + of,
                            "s",
                            OptionalDouble.empty(),
                            false),
                    reported,
                    each -> each.cpuNanos() / NANOS_PER_SECOND));
        }
        return spreads;
    }

    private static FigureSpread spread(BenchFigure figure, List<JvmUsage> uses, ToDoubleFunction<JvmUsage> value) {
        return FigureSpread.of(
                figure,
                uses.stream().mapToDouble(value).boxed().toList(),
                uses.get(0).heap());
    }
}
