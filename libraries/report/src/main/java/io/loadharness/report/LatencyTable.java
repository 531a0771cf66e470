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
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Tables of the latencies of a run. Percentile bounds follow the rule of LoadGen's early stopping. */
final class LatencyTable {

    private static final String NONE = "-";
    private static final double BOUNDED_PERCENTAGE = 99;

    /** The minimum number of values for a P99 that can differ from the maximum. */
    private static final int MIN_COUNT_OF_P99 = 100;

    /** The metrics of the summary. The other report formats have all metrics. */
    private static final Map<Metric, String> NAMES = names();

    private LatencyTable() {}

    private static Map<Metric, String> names() {
        Map<Metric, String> names = new LinkedHashMap<>();
        names.put(Metric.TTFT, "TTFT (sent)");
        names.put(Metric.TTFT_SCHEDULED, "TTFT (scheduled)");
        names.put(Metric.TPOT, "TPOT");
        names.put(Metric.ITL, "ITL");
        names.put(Metric.LATENCY, "E2EL (sent)");
        names.put(Metric.LATENCY_SCHEDULED, "E2EL (scheduled)");
        names.put(Metric.SCHEDULE_DELAY, "Schedule delay");
        return names;
    }

    /** Prints the main latencies in at most 80 columns: mean, median, P90, P99 with its bound, and maximum. */
    static void print(PrintWriter out, RunMetrics metrics) {
        Table table = new Table("lrrrrrr", "Latency", "Mean", "Median", "P90", "P99", "P99 ≤", "Max");
        LongSummaryStatistics tooFew = new LongSummaryStatistics();
        LongSummaryStatistics maxima = new LongSummaryStatistics();
        boolean[] bounded = new boolean[1];
        NAMES.forEach((metric, name) -> metrics.distribution(metric).ifPresent(values -> {
            TimeUnits unit = TimeUnits.of(values.max());
            OptionalLong bound = values.bound(BOUNDED_PERCENTAGE);
            table.row(
                    name + ", " + unit.symbol(),
                    unit.in(values.mean()),
                    unit.in(values.percentile(50)),
                    unit.in(values.percentile(90)),
                    unit.in(values.percentile(BOUNDED_PERCENTAGE)),
                    bound.isPresent() ? unit.in(bound.getAsLong()) : NONE,
                    unit.in(values.max()));
            if (values.count() < MIN_COUNT_OF_P99) {
                maxima.accept(values.count());
            }
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
            out.println("P99 ≤: upper bound of the P99 at 99 % confidence.");
        }
        if (maxima.getCount() > 0) {
            out.println("P99 (maximum of " + range(maxima) + (maxima.getMax() == 1 ? " value)" : " values)")
                    + ": with fewer than " + MIN_COUNT_OF_P99 + " values, the P99 is the maximum.");
        }
        if (tooFew.getCount() > 0) {
            out.println("The P99 bound needs "
                    + Quantity.count(PercentileBound.minCount(BOUNDED_PERCENTAGE)) + " values; the metrics have "
                    + range(tooFew) + ".");
        }
        out.println();
    }

    private static String range(LongSummaryStatistics counts) {
        String upTo = counts.getMin() == counts.getMax() ? "" : " to " + Quantity.count(counts.getMax());
        return Quantity.count(counts.getMin()) + upTo;
    }

    /** Prints all metrics with all percentiles and their bounds. */
    static void printAll(PrintWriter out, RunMetrics metrics) {
        String alignment = "l" + "r".repeat(3 + Distribution.SHOWN.size());
        List<String> head = new ArrayList<>(List.of("Metric", "Count", "Mean"));
        Distribution.SHOWN.forEach(each -> head.add(Percentages.name(each).toUpperCase(Locale.ROOT)));
        head.add("Max");
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
