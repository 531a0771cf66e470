// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RequestCounts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * {@code metrics.csv}: a row for each metric, for spreadsheets. Cells need no quotes, because they contain only metric names, units and
 * numbers.
 */
final class CsvReport {

    private static final List<String> HEAD = head();
    private static final String LINE_END = "\r\n"; // RFC 4180

    private static List<String> head() {
        List<String> head = new ArrayList<>(List.of("metric", "unit", "value", "count", "mean", "deviation", "min"));
        Distribution.SHOWN.forEach(each -> head.add(Percentages.name(each)));
        head.add("max");
        Distribution.SHOWN.forEach(each -> head.add(Percentages.name(each) + "_bound"));
        return head;
    }

    private CsvReport() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        ReportText.write(out, text -> {
            line(text, HEAD);
            RequestCounts counts = report.metrics().counts();
            single(text, "completed", "requests", counts.completed());
            single(text, "failed", "requests", counts.failed());
            for (Rate each : Rate.values()) {
                Double value = report.metrics().rates().get(each);
                if (value != null) {
                    single(text, each.id(), each.unit(), value);
                }
            }
            for (Metric each : Metric.values()) {
                report.metrics().distribution(each).ifPresent(values -> line(text, row(each, values)));
            }
        });
    }

    private static void single(PrintWriter out, String name, String unit, Number value) {
        List<String> row = new ArrayList<>(List.of(name, unit, value.toString()));
        row.addAll(Collections.nCopies(HEAD.size() - row.size(), ""));
        line(out, row);
    }

    private static List<String> row(Metric metric, Distribution values) {
        List<String> row = new ArrayList<>(List.of(
                metric.id(),
                metric.unit().symbol(),
                "",
                Long.toString(values.count()),
                Double.toString(values.mean()),
                Double.toString(values.deviation()),
                Long.toString(values.min())));
        Distribution.SHOWN.forEach(each -> row.add(Long.toString(values.percentile(each))));
        row.add(Long.toString(values.max()));
        for (double each : Distribution.SHOWN) {
            OptionalLong bound = values.bound(each);
            row.add(bound.isPresent() ? Long.toString(bound.getAsLong()) : "");
        }
        return row;
    }

    private static void line(PrintWriter out, List<String> cells) {
        out.print(String.join(",", cells) + LINE_END);
    }
}
