// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The scraped metrics of a server, or of several servers, over time.
 *
 * @param name the name in reports
 * @param endpoint the name of the server in the records; empty if unknown
 * @param gauges the metrics that are gauges
 * @param counters the metrics that are counters or histograms, one series for each set of labels
 */
record ServerSamples(
        String name,
        String endpoint,
        Map<ServerMetric, GaugeSeries> gauges,
        Map<ServerMetric, List<CounterSeries>> counters) {

    /** Metrics that are averaged over servers. All other metrics are summed. */
    private static final Set<ServerMetric> RATIOS =
            EnumSet.of(ServerMetric.KV_CACHE_USE, ServerMetric.GPU_USE, ServerMetric.PREFIX_HIT_RATE);

    /** Creates samples without any metric. */
    static ServerSamples named(String name, String endpoint) {
        return new ServerSamples(name, endpoint, new EnumMap<>(ServerMetric.class), new EnumMap<>(ServerMetric.class));
    }

    /**
     * Adds the series of a metric, unless another source already provided the metric.
     *
     * @param series the series, each with at least one point
     */
    void add(ServerMetric metric, List<Series> series, List<Point> scrapes) {
        if (knows(metric)) {
            return;
        }
        if (metric.kind() == SeriesKind.GAUGE) {
            gauges.put(
                    metric,
                    GaugeSeries.combined(series.stream().map(GaugeSeries::of).toList(), isSummed(metric)));
            return;
        }
        counters.put(
                metric,
                series.stream().map(each -> CounterSeries.of(each, scrapes)).toList());
    }

    boolean knows(ServerMetric metric) {
        return gauges.containsKey(metric) || counters.containsKey(metric);
    }

    /** Combines the samples of all servers. Omits the given metrics, which may be duplicates. */
    static ServerSamples combined(List<ServerSamples> all, Set<ServerMetric> duplicates) {
        ServerSamples combined = named("", "");
        for (ServerMetric metric : EnumSet.complementOf(EnumSet.copyOf(duplicates))) {
            List<ServerSamples> known =
                    all.stream().filter(each -> each.knows(metric)).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (metric.kind() == SeriesKind.GAUGE) {
                List<GaugeSeries> series =
                        known.stream().map(each -> each.gauges.get(metric)).toList();
                combined.gauges.put(metric, GaugeSeries.combined(series, isSummed(metric)));
                continue;
            }
            List<CounterSeries> series = new ArrayList<>();
            known.forEach(each -> series.addAll(each.counters.get(metric)));
            combined.counters.put(metric, series);
        }
        return combined;
    }

    private static boolean isSummed(ServerMetric metric) {
        return !RATIOS.contains(metric);
    }

    /** Returns the summary of a gauge within a window. */
    Optional<GaugeSummary> gauge(ServerMetric metric, Window window) {
        return Optional.ofNullable(gauges.get(metric)).flatMap(gauge -> gauge.within(window));
    }

    /**
     * Returns the increase of a counter or a histogram within a window. Request counters grow only within the window. CPU time also grows
     * outside the window and is interpolated.
     */
    Optional<CounterDelta> delta(ServerMetric metric, Window window) {
        boolean growsOutside = metric == ServerMetric.PROCESS_CPU;
        return CounterDelta.sum(counters.getOrDefault(metric, List.of()).stream()
                .flatMap(each -> (growsOutside ? each.interpolated(window) : each.within(window)).stream()));
    }

    /** Returns the increase in a time span; empty if the span is not between the first and the last scrape. */
    Optional<CounterDelta> delta(ServerMetric metric, long from, long to) {
        return CounterDelta.sum(
                counters.getOrDefault(metric, List.of()).stream().flatMap(each -> each.between(from, to).stream()));
    }

    /** Returns the mean of a gauge in a time span. */
    OptionalDouble mean(ServerMetric metric, long from, long to) {
        GaugeSeries gauge = gauges.get(metric);
        return gauge == null ? OptionalDouble.empty() : gauge.mean(from, to);
    }
}
