// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

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
 * The samples of a server over time, or of several servers.
 *
 * @param name for people
 * @param endpoint the name that its samples have in the records; empty if it has none
 * @param gauges of the metrics that are gauges
 * @param counters of the metrics that are counters or histograms; several if labels tell them apart
 */
record ServerSamples(
        String name,
        String endpoint,
        Map<ServerMetric, GaugeSeries> gauges,
        Map<ServerMetric, List<CounterSeries>> counters) {

    /** Metrics of which the mean says more of several servers than the sum does. */
    private static final Set<ServerMetric> SHARES =
            EnumSet.of(ServerMetric.KV_CACHE_USE, ServerMetric.GPU_USE, ServerMetric.PREFIX_HIT_RATE);

    /** Nothing yet. */
    static ServerSamples named(String name, String endpoint) {
        return new ServerSamples(name, endpoint, new EnumMap<>(ServerMetric.class), new EnumMap<>(ServerMetric.class));
    }

    /** Adds what a source says of a metric, each series with a point at least, unless another source has said so before. */
    void add(ServerMetric metric, List<Series> series, long[] scrapes) {
        if (knows(metric)) {
            return;
        }
        if (metric.kind() == SeriesKind.GAUGE) {
            gauges.put(
                    metric,
                    GaugeSeries.together(series.stream().map(GaugeSeries::of).toList(), isSummed(metric)));
            return;
        }
        counters.put(
                metric,
                series.stream().map(each -> CounterSeries.of(each, scrapes)).toList());
    }

    boolean knows(ServerMetric metric) {
        return gauges.containsKey(metric) || counters.containsKey(metric);
    }

    /** All servers as if they were one, but for metrics that two of them may have said of the same thing. */
    static ServerSamples together(List<ServerSamples> all, Set<ServerMetric> doubtful) {
        ServerSamples together = named("", "");
        for (ServerMetric metric : EnumSet.complementOf(EnumSet.copyOf(doubtful))) {
            List<ServerSamples> known =
                    all.stream().filter(each -> each.knows(metric)).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (metric.kind() == SeriesKind.GAUGE) {
                List<GaugeSeries> said =
                        known.stream().map(each -> each.gauges.get(metric)).toList();
                together.gauges.put(metric, GaugeSeries.together(said, isSummed(metric)));
                continue;
            }
            List<CounterSeries> said = new ArrayList<>();
            known.forEach(each -> said.addAll(each.counters.get(metric)));
            together.counters.put(metric, said);
        }
        return together;
    }

    private static boolean isSummed(ServerMetric metric) {
        return !SHARES.contains(metric);
    }

    /** What a gauge was. */
    Optional<GaugeSummary> level(ServerMetric metric, Window window) {
        return Optional.ofNullable(gauges.get(metric)).flatMap(gauge -> gauge.within(window));
    }

    /** By how much a counter or a histogram grew. Requests come within the window only; processes take their time before and after it too. */
    Optional<CounterDelta> delta(ServerMetric metric, Window window) {
        boolean always = metric == ServerMetric.PROCESS_CPU;
        return CounterDelta.all(counters.getOrDefault(metric, List.of()).stream()
                .flatMap(each -> (always ? each.inside(window) : each.within(window)).stream()));
    }

    /** The same in a part of time, as far as it lies between scrapes. */
    Optional<CounterDelta> delta(ServerMetric metric, long from, long to) {
        return CounterDelta.all(
                counters.getOrDefault(metric, List.of()).stream().flatMap(each -> each.between(from, to).stream()));
    }

    /** The mean of a gauge in a part of time. */
    OptionalDouble mean(ServerMetric metric, long from, long to) {
        GaugeSeries gauge = gauges.get(metric);
        return gauge == null ? OptionalDouble.empty() : gauge.mean(from, to);
    }
}
