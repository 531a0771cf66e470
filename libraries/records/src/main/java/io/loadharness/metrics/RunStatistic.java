// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.internal.Decimals;
import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A single number of a run, selected by name: a rate such as {@code requests_per_second}, a statistic of a metric such as {@code ttft.p99},
 * or a count such as {@code completed}. Times are in seconds. Immutable.
 *
 * <pre>{@code
 * RunStatistic p99 = RunStatistic.of("ttft.p99");
 * System.out.println(p99.text(p99.in(metrics).orElseThrow()));
 * }</pre>
 */
public final class RunStatistic {

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> STATISTICS = List.of("mean", "min", "max", "p50", "p90", "p99");

    private enum Count {
        COMPLETED,
        FAILED,
        SAMPLES,
        CONTRADICTORY_COUNTS;

        long of(RequestCounts counts) {
            return switch (this) {
                case COMPLETED -> counts.completed();
                case FAILED -> counts.failed();
                case SAMPLES -> counts.total();
                case CONTRADICTORY_COUNTS -> counts.contradictoryCounts();
            };
        }
    }

    private final String name;
    private final Optional<Metric> metric;
    private final boolean time;
    private final Function<RunMetrics, OptionalDouble> value;

    private RunStatistic(
            String name, Optional<Metric> metric, boolean time, Function<RunMetrics, OptionalDouble> value) {
        this.name = name;
        this.metric = metric;
        this.time = time;
        this.value = value;
    }

    /**
     * Returns the statistic with the given name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message suggests the most similar name
     */
    public static RunStatistic of(String name) {
        int dot = name.indexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        for (Metric each : Metric.values()) {
            if (each.id().equals(id)) {
                if (dot < 0) {
                    throw new IllegalArgumentException(
                            "'" + name + "' is a metric with many values: add a statistic, as in " + name + ".p99");
                }
                return of(name, each, name.substring(dot + 1));
            }
        }
        if (dot < 0) {
            for (Rate each : Rate.values()) {
                if (each.id().equals(name)) {
                    return new RunStatistic(
                            name,
                            Optional.empty(),
                            each == Rate.DURATION,
                            metrics -> known(metrics.rates().get(each)));
                }
            }
            for (Count each : Count.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return new RunStatistic(
                            name,
                            Optional.empty(),
                            false,
                            metrics -> OptionalDouble.of((double) each.of(metrics.counts())));
                }
            }
        }
        throw new IllegalArgumentException("unknown metric '" + name + "'"
                + Suggestions.similar(name, names())
                        .map(known -> "; did you mean '" + known + "'?")
                        .orElse("; docs/reference/metrics.md lists all metrics"));
    }

    private static RunStatistic of(String name, Metric metric, String statistic) {
        boolean time = metric.unit() == Metric.Unit.NANOSECONDS;
        double scale = time ? NANOS_PER_SECOND : 1;
        Function<Distribution, Double> of = statistic(name, statistic);
        return new RunStatistic(name, Optional.of(metric), time, metrics -> metrics.distribution(metric)
                .map(values -> OptionalDouble.of(of.apply(values) / scale))
                .orElse(OptionalDouble.empty()));
    }

    private static Function<Distribution, Double> statistic(String name, String statistic) {
        Matcher percentile = PERCENTILE.matcher(statistic);
        if (percentile.matches()) {
            double percentage = Double.parseDouble(percentile.group(1));
            return values -> (double) values.percentile(percentage);
        }
        return switch (statistic) {
            case "mean" -> Distribution::mean;
            case "min" -> values -> (double) values.min();
            case "max" -> values -> (double) values.max();
            default ->
                throw new IllegalArgumentException("unknown statistic '" + statistic + "' in '" + name
                        + "': use mean, min, max or a percentile such as p99 or p99.9");
        };
    }

    private static OptionalDouble known(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Metric each : Metric.values()) {
            STATISTICS.forEach(statistic -> names.add(each.id() + "." + statistic));
        }
        Arrays.stream(Rate.values()).map(Rate::id).forEach(names::add);
        Arrays.stream(Count.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .forEach(names::add);
        return names;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the metric of a statistic such as {@code ttft.p99}; empty for a rate or a count. */
    public Optional<Metric> metric() {
        return metric;
    }

    /** Returns true if the value is a time in seconds. */
    public boolean isTime() {
        return time;
    }

    /** Returns the value of this statistic in a run; empty if the value is unknown. */
    public OptionalDouble in(RunMetrics metrics) {
        return value.apply(metrics);
    }

    /** Formats a value of this statistic with its unit and four significant digits. */
    public String text(double value) {
        return text(value, Double.NaN);
    }

    /** Formats a value like {@link #text(double)}, with more digits if rounding would move the value to the limit or beyond it. */
    String text(double value, double limit) {
        if (!time) {
            return name.equals(Rate.FAILURE_RATE.id())
                    ? Decimals.text(100 * value, 100 * limit) + " %"
                    : Decimals.text(value, limit);
        }
        if (value < 1e-3) {
            return Decimals.text(value * 1e6, limit * 1e6) + " µs";
        }
        return value < 1 ? Decimals.text(value * 1e3, limit * 1e3) + " ms" : Decimals.text(value, limit) + " s";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunStatistic statistic && statistic.name.equals(name);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
