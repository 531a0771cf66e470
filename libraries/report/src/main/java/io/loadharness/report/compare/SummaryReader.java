// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Metric;
import io.loadharness.report.ReportException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads statistics of metrics from the results of tools, and converts them to the units of LoadHarness. Not thread-safe. */
final class SummaryReader {

    private final Map<Metric, Map<Statistic, Double>> found = new EnumMap<>(Metric.class);

    /** The names of a statistic in the results of a tool, the preferred one first. */
    @FunctionalInterface
    interface Names {
        List<String> of(Statistic statistic);
    }

    /**
     * Reads the statistics of a metric from a node. Skips statistics that an earlier call found.
     *
     * @param factor the factor that converts the values to nanoseconds or tokens
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

    /** Returns the metrics with at least one statistic. */
    Map<Metric, MetricSummary> metrics() {
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        found.forEach((metric, statistics) -> {
            if (!statistics.isEmpty()) {
                metrics.put(metric, new MetricSummary(statistics, Optional.empty()));
            }
        });
        return metrics;
    }

    /** Returns the names that most tools use for a statistic. The median has two names: median and p50. */
    static List<String> plainNames(Statistic statistic) {
        return statistic == Statistic.P50 ? List.of("median", statistic.id()) : List.of(statistic.id());
    }
}
