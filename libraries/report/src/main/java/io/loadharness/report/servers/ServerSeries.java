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
 * Server metrics over time, in the bins of the client's {@link TimeSeries}.
 *
 * @param lines the mean of each gauge and the increase per second of each counter, for each bin
 * @param latencies the percentiles of each histogram, for all servers combined
 */
public record ServerSeries(Map<ServerMetric, Lines> lines, Map<ServerMetric, Percentiles> latencies) {

    /** The maximum number of servers for which a chart has a line per server. With more servers, a chart has only the combined line. */
    private static final int MAX_LINES = 8;

    /**
     * The values of a metric for each bin; NaN if unknown.
     *
     * @param combined the values of all servers combined
     * @param perServer the values of each server, by name; empty if there is only one server, or if there are too many servers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Lines(double[] combined, Map<String, double[]> perServer) {

        public Lines {
            perServer = Collections.unmodifiableMap(perServer);
        }
    }

    /**
     * Percentiles of the values that a histogram counted in each bin, in nanoseconds. Values are assumed to be evenly distributed in a
     * bucket. A percentile is NaN if the bin has no values, or if the percentile is above the last bound.
     *
     * @param p50 the median
     * @param p99 the 99th percentile
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Percentiles(double[] p50, double[] p99) {}

    public ServerSeries {
        lines = Collections.unmodifiableMap(lines);
        latencies = Collections.unmodifiableMap(latencies);
    }

    /** Computes the metrics in the bins of a run. */
    static ServerSeries of(List<ServerSamples> samples, ServerSamples combined, RunMetrics metrics, TimeSeries series) {
        Map<ServerMetric, Lines> lines = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, Percentiles> latencies = new EnumMap<>(ServerMetric.class);
        Bins bins = Bins.of(metrics, series);
        for (ServerMetric metric : ServerMetric.values()) {
            List<ServerSamples> known =
                    samples.stream().filter(each -> each.knows(metric)).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (metric.kind() == SeriesKind.HISTOGRAM) {
                latencies.put(
                        metric,
                        new Percentiles(
                                bins.values((from, to) ->
                                        percentile(combined.delta(metric, from, to), LatencySummary::p50)),
                                bins.values((from, to) ->
                                        percentile(combined.delta(metric, from, to), LatencySummary::p99))));
                continue;
            }
            Map<String, double[]> perServer = new LinkedHashMap<>();
            if (known.size() > 1 && known.size() <= MAX_LINES) {
                known.forEach(server -> perServer.put(server.name(), line(server, metric, bins)));
            }
            lines.put(metric, new Lines(line(combined, metric, bins), perServer));
        }
        return new ServerSeries(lines, latencies);
    }

    private static double[] line(ServerSamples samples, ServerMetric metric, Bins bins) {
        return metric.kind() == SeriesKind.GAUGE
                ? bins.values((from, to) -> samples.mean(metric, from, to))
                : bins.values((from, to) -> rate(samples.delta(metric, from, to)));
    }

    private static OptionalDouble rate(Optional<CounterDelta> delta) {
        return delta.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(delta.get().perSecond());
    }

    private static OptionalDouble percentile(
            Optional<CounterDelta> delta, Function<LatencySummary, OptionalDouble> percentile) {
        return delta.flatMap(CounterDelta::latency).map(percentile).orElse(OptionalDouble.empty());
    }

    /** The bins of the time axis. */
    private record Bins(long start, long width, int count, long end) {

        @FunctionalInterface
        interface Value {
            OptionalDouble of(long from, long to);
        }

        static Bins of(RunMetrics metrics, TimeSeries series) {
            return new Bins(
                    series.startNanos(), series.binNanos(), series.bins().size(), metrics.endNanos());
        }

        double[] values(Value value) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                long from = start + i * width;
                values[i] = value.of(from, Math.min(from + width, end)).orElse(Double.NaN);
            }
            return values;
        }
    }
}
