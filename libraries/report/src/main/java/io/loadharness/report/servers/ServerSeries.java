// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.metrics.RunMetrics;
import io.loadharness.metrics.TimeSeries;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.ServerMetric;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * How servers got on over time, in the bins of the client's {@link TimeSeries}.
 *
 * @param lines of gauges their mean in a bin, of counters how much they grew in it for each second
 * @param times of histograms, of all servers together
 */
public record ServerSeries(Map<ServerMetric, Lines> lines, Map<ServerMetric, Percentiles> times) {

    /** With more servers a chart has one line for all of them together. */
    private static final int MOST_LINES = 8;

    /**
     * A value for each bin, which is not a number where nothing is known.
     *
     * @param together of all servers
     * @param each of each server that says it, by its name; empty if it is one only, or too many
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Lines(double[] together, Map<String, double[]> each) {

        public Lines {
            each = Collections.unmodifiableMap(each);
        }
    }

    /**
     * Percentiles of the times that came in each bin, in nanoseconds, taken as if those within a bucket were evenly spread; not a number
     * where none came or no bucket says.
     *
     * @param p50 the median
     * @param p99 the 99th percentile
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Percentiles(double[] p50, double[] p99) {}

    public ServerSeries {
        lines = Collections.unmodifiableMap(lines);
        times = Collections.unmodifiableMap(times);
    }

    /** In the bins of a run that has some. */
    static ServerSeries of(List<ServerSamples> read, ServerSamples together, RunMetrics metrics, TimeSeries series) {
        Map<ServerMetric, Lines> lines = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, Percentiles> times = new EnumMap<>(ServerMetric.class);
        Bins bins = Bins.of(metrics, series);
        for (ServerMetric metric : ServerMetric.values()) {
            List<ServerSamples> known =
                    read.stream().filter(each -> each.knows(metric)).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (metric.kind() == SeriesKind.HISTOGRAM) {
                times.put(
                        metric,
                        new Percentiles(
                                bins.values((from, to) ->
                                        percentile(together.delta(metric, from, to), LatencySummary::p50)),
                                bins.values((from, to) ->
                                        percentile(together.delta(metric, from, to), LatencySummary::p99))));
                continue;
            }
            Map<String, double[]> each = new LinkedHashMap<>();
            if (known.size() > 1 && known.size() <= MOST_LINES) {
                known.forEach(server -> each.put(server.name(), line(server, metric, bins)));
            }
            lines.put(metric, new Lines(line(together, metric, bins), each));
        }
        return new ServerSeries(lines, times);
    }

    private static double[] line(ServerSamples read, ServerMetric metric, Bins bins) {
        return metric.kind() == SeriesKind.GAUGE
                ? bins.values((from, to) -> read.mean(metric, from, to))
                : bins.values((from, to) -> rate(read.delta(metric, from, to)));
    }

    private static OptionalDouble rate(Optional<CounterDelta> delta) {
        return delta.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(delta.get().perSecond());
    }

    private static OptionalDouble percentile(
            Optional<CounterDelta> delta, Function<LatencySummary, OptionalDouble> percentile) {
        return delta.flatMap(CounterDelta::times).map(percentile).orElse(OptionalDouble.empty());
    }

    /** The parts of time that a value is wanted of. */
    private record Bins(long begin, long width, int count, long end) {

        @FunctionalInterface
        interface Value {
            OptionalDouble of(long from, long to);
        }

        static Bins of(RunMetrics metrics, TimeSeries series) {
            return new Bins(
                    metrics.beginNanos(), series.binNanos(), series.bins().size(), metrics.endNanos());
        }

        double[] values(Value value) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                long from = begin + i * width;
                values[i] = value.of(from, Math.min(from + width, end)).orElse(Double.NaN);
            }
            return values;
        }
    }
}
