// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A statistic of a request metric by which runs are compared, such as {@code ttft.p99}.
 *
 * @param metric the metric
 * @param statistic the statistic of the values of the metric
 */
public record ComparedStatistic(Metric metric, Statistic statistic) implements ComparedFigure {

    @Override
    public String id() {
        return metric.id() + "." + statistic.id();
    }

    @Override
    public String title() {
        return metric.title() + ", " + statistic.id();
    }

    @Override
    public String unit() {
        return metric.unit().symbol();
    }

    @Override
    public BetterDirection better() {
        return metric.unit() == Metric.Unit.NANOSECONDS ? BetterDirection.LOWER : BetterDirection.NEITHER;
    }

    @Override
    public OptionalDouble of(ComparedRun run) {
        MetricSummary summary = run.metrics().get(metric);
        Double value = summary == null ? null : summary.statistics().get(statistic);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public Optional<Interval> interval(ComparedRun base, ComparedRun other) {
        Optional<Distribution> ofBase = values(base);
        Optional<Distribution> ofOther = values(other);
        return ofBase.isPresent() && ofOther.isPresent()
                ? Optional.of(Bootstrap.difference(ofBase.get(), ofOther.get(), statistic))
                : Optional.empty();
    }

    private Optional<Distribution> values(ComparedRun run) {
        return Optional.ofNullable(run.metrics().get(metric)).flatMap(MetricSummary::distribution);
    }
}
