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
 * What was read of a server, or of several, over time.
 *
 * @param name for people
 * @param endpoint the name that its samples have in the records; empty if it has none
 * @param gauges of the metrics that are gauges
 * @param growths of the metrics that are counters or histograms; several if labels tell them apart
 */
record Readings(
        String name, String endpoint, Map<ServerMetric, Gauge> gauges, Map<ServerMetric, List<Growth>> growths) {

    /** Metrics of which the mean says more of several servers than the sum does. */
    private static final Set<ServerMetric> SHARES =
            EnumSet.of(ServerMetric.KV_CACHE_USE, ServerMetric.GPU_USE, ServerMetric.PREFIX_HIT_RATE);

    /** Nothing yet. */
    static Readings named(String name, String endpoint) {
        return new Readings(name, endpoint, new EnumMap<>(ServerMetric.class), new EnumMap<>(ServerMetric.class));
    }

    /** Adds what a source says of a metric, each series with a point at least, unless another source has said so before. */
    void add(ServerMetric metric, List<Series> series, long[] scrapes) {
        if (knows(metric)) {
            return;
        }
        if (metric.kind() == SeriesKind.GAUGE) {
            gauges.put(metric, Gauge.together(series.stream().map(Gauge::of).toList(), isSummed(metric)));
            return;
        }
        growths.put(
                metric, series.stream().map(each -> Growth.of(each, scrapes)).toList());
    }

    boolean knows(ServerMetric metric) {
        return gauges.containsKey(metric) || growths.containsKey(metric);
    }

    /** All servers as if they were one, but for metrics that two of them may have said of the same thing. */
    static Readings together(List<Readings> all, Set<ServerMetric> doubtful) {
        Readings together = named("", "");
        for (ServerMetric metric : EnumSet.complementOf(EnumSet.copyOf(doubtful))) {
            List<Readings> known =
                    all.stream().filter(each -> each.knows(metric)).toList();
            if (known.isEmpty()) {
                continue;
            }
            if (metric.kind() == SeriesKind.GAUGE) {
                List<Gauge> said =
                        known.stream().map(each -> each.gauges.get(metric)).toList();
                together.gauges.put(metric, Gauge.together(said, isSummed(metric)));
                continue;
            }
            List<Growth> said = new ArrayList<>();
            known.forEach(each -> said.addAll(each.growths.get(metric)));
            together.growths.put(metric, said);
        }
        return together;
    }

    private static boolean isSummed(ServerMetric metric) {
        return !SHARES.contains(metric);
    }

    /** What a gauge was. */
    Optional<Level> level(ServerMetric metric, Window window) {
        return Optional.ofNullable(gauges.get(metric)).flatMap(gauge -> gauge.within(window));
    }

    /** By how much a counter or a histogram grew. Requests come within the window only; processes take their time before and after it too. */
    Optional<Rise> rise(ServerMetric metric, Window window) {
        boolean always = metric == ServerMetric.PROCESS_CPU;
        return Rise.all(growths.getOrDefault(metric, List.of()).stream()
                .flatMap(each -> (always ? each.inside(window) : each.within(window)).stream()));
    }

    /** The same in a part of time, as far as it lies between scrapes. */
    Optional<Rise> rise(ServerMetric metric, long from, long to) {
        return Rise.all(
                growths.getOrDefault(metric, List.of()).stream().flatMap(each -> each.between(from, to).stream()));
    }

    /** The mean of a gauge in a part of time. */
    OptionalDouble mean(ServerMetric metric, long from, long to) {
        Gauge gauge = gauges.get(metric);
        return gauge == null ? OptionalDouble.empty() : gauge.mean(from, to);
    }
}
