// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.PercentileBound;
import io.loadharness.metrics.RunMetrics;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The times of a run, with the bounds that LoadGen's early stopping gives their percentiles. */
final class LatencyTable {

    private static final String NONE = "-";
    private static final double JUDGED = 99;

    /** What people look at first; everything else is in the other formats. */
    private static final Map<Metric, String> NAMES = names();

    private LatencyTable() {}

    private static Map<Metric, String> names() {
        Map<Metric, String> names = new LinkedHashMap<>();
        names.put(Metric.TTFT, "TTFT from send");
        names.put(Metric.TTFT_SCHEDULED, "TTFT from due");
        names.put(Metric.TPOT, "TPOT");
        names.put(Metric.ITL, "ITL");
        names.put(Metric.LATENCY, "Latency from send");
        names.put(Metric.LATENCY_SCHEDULED, "Latency from due");
        names.put(Metric.SCHEDULE_LAG, "Sent late by");
        return names;
    }

    /** In 80 columns: the median, two percentiles, and the bound of the last. */
    static void print(PrintWriter out, RunMetrics metrics) {
        Table table = new Table("lrrrrrr", "Time", "mean", "p50", "p90", "p99", "p99 ≤", "max");
        LongSummaryStatistics tooFew = new LongSummaryStatistics();
        boolean[] bounded = new boolean[1];
        NAMES.forEach((metric, name) -> metrics.distribution(metric).ifPresent(values -> {
            TimeUnits unit = TimeUnits.of(values.max());
            OptionalLong bound = values.bound(JUDGED);
            table.row(
                    name + ", " + unit.symbol(),
                    unit.in(values.mean()),
                    unit.in(values.percentile(50)),
                    unit.in(values.percentile(90)),
                    unit.in(values.percentile(JUDGED)),
                    bound.isPresent() ? unit.in(bound.getAsLong()) : NONE,
                    unit.in(values.max()));
            if (bound.isEmpty()) {
                tooFew.accept(values.count());
            } else {
                bounded[0] = true;
            }
        }));
        if (table.isEmpty()) {
            return;
        }
        table.print(out);
        out.println();
        if (bounded[0]) {
            out.println("p99 ≤: with 99 % confidence, p99 is no more than this.");
        }
        if (tooFew.getCount() > 0) {
            String most = tooFew.getMin() == tooFew.getMax() ? "" : " to " + Quantity.count(tooFew.getMax());
            out.println("Too few samples for p99 (needs " + Quantity.count(PercentileBound.leastCount(JUDGED))
                    + "): there are " + Quantity.count(tooFew.getMin()) + most + ".");
        }
        out.println();
    }

    /** All metrics with all percentiles, each with its bound. */
    static void printAll(PrintWriter out, RunMetrics metrics) {
        String alignment = "l" + "r".repeat(3 + Distribution.SHOWN.size());
        List<String> head = new ArrayList<>(List.of("Metric", "count", "mean"));
        Distribution.SHOWN.forEach(each -> head.add(Percentages.name(each)));
        head.add("max");
        Table table = new Table(alignment, head.toArray(String[]::new));
        for (Metric each : Metric.values()) {
            metrics.distribution(each).ifPresent(values -> table.row(row(each, values)));
        }
        table.print(out);
    }

    private static List<String> row(Metric metric, Distribution values) {
        Optional<TimeUnits> unit =
                metric.unit() == Metric.Unit.NANOSECONDS ? Optional.of(TimeUnits.of(values.max())) : Optional.empty();
        List<String> row = new ArrayList<>();
        row.add(metric.title() + ", "
                + unit.map(TimeUnits::symbol).orElse(metric.unit().symbol()));
        row.add(Quantity.count(values.count()));
        row.add(shown(unit, values.mean()));
        for (double percentage : Distribution.SHOWN) {
            OptionalLong bound = values.bound(percentage);
            row.add(shown(unit, values.percentile(percentage))
                    + (bound.isPresent() ? " (≤ " + shown(unit, bound.getAsLong()) + ")" : ""));
        }
        row.add(shown(unit, values.max()));
        return row;
    }

    private static String shown(Optional<TimeUnits> unit, long value) {
        return shown(unit, (double) value);
    }

    private static String shown(Optional<TimeUnits> unit, double value) {
        return unit.map(known -> known.in(value)).orElseGet(() -> Quantity.number(value));
    }
}
