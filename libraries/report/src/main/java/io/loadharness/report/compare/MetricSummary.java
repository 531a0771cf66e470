// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a result says of a metric.
 *
 * @param statistics in the unit of the metric; those that it does not say are missing
 * @param distribution of all values, if they are at hand
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
