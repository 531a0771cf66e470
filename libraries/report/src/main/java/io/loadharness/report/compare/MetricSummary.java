// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The statistics of a metric in the result of a run.
 *
 * @param statistics the known statistics, in the unit of the metric
 * @param distribution the distribution of all values; empty if only statistics are known
 */
public record MetricSummary(Map<Statistic, Double> statistics, Optional<Distribution> distribution) {

    public MetricSummary {
        statistics = Map.copyOf(statistics);
        Objects.requireNonNull(distribution, "distribution");
    }

    static MetricSummary of(Distribution distribution) {
        Map<Statistic, Double> statistics = new EnumMap<>(Statistic.class);
        for (Statistic each : Statistic.values()) {
            statistics.put(each, each.of(distribution));
        }
        return new MetricSummary(statistics, Optional.of(distribution));
    }
}
