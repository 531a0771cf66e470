// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.PeakResult;
import io.loadharness.report.PeakReport.MeasuredPoint;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Prints the runs and the result of a search for the peak. */
final class PeakTable {

    private static final String NONE = "-";

    private PeakTable() {}

    static void print(PrintWriter out, PeakResult result) {
        out.println();
        if (!result.points().isEmpty()) {
            Table table = new Table(
                    "llrrrrrl", "Run", "Kind", "Load", "Completed/s", "TTFT p99", "TPOT p99", "Latency p99", "Outcome");
            for (MeasuredPoint each : result.points()) {
                boolean isProbe = each.kind().equals("probe");
                table.row(
                        each.folder(),
                        each.kind(),
                        isProbe ? NONE : Quantity.number(each.level()),
                        Quantity.number(each.completedPerSecond()),
                        time(each, "ttft_scheduled.p99"),
                        time(each, "tpot_scheduled.p99"),
                        time(each, "latency_scheduled.p99"),
                        isProbe ? "saturated" : each.outcome().replace('_', '-').toUpperCase(Locale.ROOT));
            }
            table.print(out);
            out.println();
        }
        out.println("**" + result.verdict() + "**: " + result.peak());
        result.stopped()
                .ifPresent(stop -> out.println("The search was stopped: " + stop.reason()
                        + ". Continue it with --resume and --output-dir " + result.folder() + "."));
        if (!result.points().isEmpty()) {
            out.println("Curves: " + result.page());
        }
        out.flush();
    }

    private static String time(MeasuredPoint point, String name) {
        Double seconds = point.percentiles().get(name);
        return seconds == null ? NONE : Quantity.duration(Duration.ofNanos((long) (seconds * 1e9)));
    }
}
