// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One number that a run has, by its name: a rate, as {@code requests_per_second}; a statistic of a metric, as {@code ttft.p99}; or a count,
 * as {@code answered}. Times are in seconds.
 */
public final class Figure {

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> STATISTICS = List.of("mean", "min", "max", "p50", "p90", "p99");

    private enum Count {
        ANSWERED,
        FAILED,
        SAMPLES;

        long of(RequestCounts counts) {
            return switch (this) {
                case ANSWERED -> counts.answered();
                case FAILED -> counts.failed();
                case SAMPLES -> counts.total();
            };
        }
    }

    private final String name;
    private final boolean time;
    private final Function<RunMetrics, OptionalDouble> value;

    private Figure(String name, boolean time, Function<RunMetrics, OptionalDouble> value) {
        this.name = name;
        this.time = time;
        this.value = value;
    }

    /**
     * The figure of a name.
     *
     * @throws IllegalArgumentException if there is none; names the nearest
     */
    public static Figure of(String name) {
        int dot = name.indexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        for (Metric each : Metric.values()) {
            if (each.id().equals(id)) {
                if (dot < 0) {
                    throw new IllegalArgumentException(
                            "'" + name + "' has many values: say which, as in " + name + ".p99");
                }
                return of(name, each, name.substring(dot + 1));
            }
        }
        if (dot < 0) {
            for (Rate each : Rate.values()) {
                if (each.id().equals(name)) {
                    return new Figure(
                            name,
                            each == Rate.DURATION,
                            metrics -> known(metrics.rates().get(each)));
                }
            }
            for (Count each : Count.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return new Figure(name, false, metrics -> OptionalDouble.of((double) each.of(metrics.counts())));
                }
            }
        }
        throw new IllegalArgumentException(
                "no figure is called '" + name + "'; did you mean '" + Suggestions.nearest(name, names()) + "'?");
    }

    private static Figure of(String name, Metric metric, String statistic) {
        boolean time = metric.unit() == Metric.Unit.NANOSECONDS;
        double scale = time ? NANOS_PER_SECOND : 1;
        Function<Distribution, Double> of = statistic(name, statistic);
        return new Figure(name, time, metrics -> metrics.distribution(metric)
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
                throw new IllegalArgumentException("'" + name + "' ends with '" + statistic
                        + "', which is none of mean, min, max and a percentile as p99 or p99.9");
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

    /** As it was asked for. */
    public String name() {
        return name;
    }

    /** Whether it is a time, in seconds. */
    public boolean isTime() {
        return time;
    }

    /** What it is in a run; empty if the run does not know. */
    public OptionalDouble in(RunMetrics metrics) {
        return value.apply(metrics);
    }

    /** Returns a value of this figure with its unit, for people. */
    public String text(double value) {
        if (!time) {
            return String.format(Locale.ROOT, "%.6g", value);
        }
        if (value < 1e-3) {
            return String.format(Locale.ROOT, "%.1f µs", value * 1e6);
        }
        return value < 1
                ? String.format(Locale.ROOT, "%.2f ms", value * 1e3)
                : String.format(Locale.ROOT, "%.3f s", value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Figure figure && figure.name.equals(name);
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
