// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.report.ReportException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what results say of metrics, in their unit. For one thread. */
final class SummaryReader {

    private final Map<Metric, Map<Statistic, Double>> found = new EnumMap<>(Metric.class);

    /** By which names a tool calls a statistic, the better one first. */
    @FunctionalInterface
    interface Names {
        List<String> of(Statistic statistic);
    }

    /**
     * Reads what a place says of a metric and was not read yet.
     *
     * @param factor by which its values become nanoseconds or tokens
     */
    SummaryReader read(Metric metric, ResultNode node, Names names, double factor) throws ReportException {
        Map<Statistic, Double> statistics = found.computeIfAbsent(metric, none -> new EnumMap<>(Statistic.class));
        for (Statistic each : Statistic.values()) {
            for (String name : names.of(each)) {
                node.number(name).ifPresent(value -> statistics.putIfAbsent(each, value * factor));
            }
        }
        return this;
    }

    /** Those of which something was there. */
    Map<Metric, MetricSummary> metrics() {
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        found.forEach((metric, statistics) -> {
            if (!statistics.isEmpty()) {
                metrics.put(metric, new MetricSummary(statistics, Optional.empty()));
            }
        });
        return metrics;
    }

    /** As most tools call them: p50 may also be the median. */
    static List<String> plainNames(Statistic statistic) {
        return statistic == Statistic.P50 ? List.of("median", statistic.id()) : List.of(statistic.id());
    }
}
