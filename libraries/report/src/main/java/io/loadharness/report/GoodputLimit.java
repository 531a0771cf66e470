// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Requirement;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The goodput limit that the HTML report initially shows for a latency metric. It is the limit in a requirement of the run or, without such
 * a requirement, the latency bound of the load generator.
 */
final class GoodputLimit {

    private static final double NANOS = 1e9;

    private GoodputLimit() {}

    /**
     * Returns the limit in seconds; empty if the run has none. If there are several requirements on the metric or its (scheduled) variant,
     * uses the requirement on the highest percentile.
     */
    static OptionalDouble on(Metric metric, RunReport report) {
        Optional<Requirement> required = report.requirements().stream()
                .map(Requirement.Check::requirement)
                .filter(each -> percentage(metric, each).isPresent())
                .max(Comparator.comparingDouble(each -> percentage(metric, each).getAsDouble()));
        if (required.isPresent()) {
            return OptionalDouble.of(required.get().limit());
        }
        Duration bound = report.description().bounds().get(metric.id());
        return bound == null ? OptionalDouble.empty() : OptionalDouble.of(bound.toNanos() / NANOS);
    }

    /**
     * Returns the percentile that a requirement limits. The maximum is the percentile 100. Returns empty if the requirement is not an upper
     * limit on a percentile of the metric.
     */
    private static OptionalDouble percentage(Metric metric, Requirement requirement) {
        String id = requirement.statistic().metric().map(Metric::id).orElse("");
        if (requirement.comparison().isMinimum()
                || (!id.equals(metric.id()) && !id.equals(metric.id() + "_scheduled"))) {
            return OptionalDouble.empty();
        }
        String statistic = requirement.statistic().name().substring(id.length() + 1);
        if (statistic.equals("max")) {
            return OptionalDouble.of(100);
        }
        return statistic.startsWith("p")
                ? OptionalDouble.of(Double.parseDouble(statistic.substring(1)))
                : OptionalDouble.empty();
    }
}
