// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.metrics.Metric;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Window;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a server said of itself within the window of the run, or all servers together. What is not known is missing.
 *
 * @param name its endpoint as the records have it, a device, or the address of a page; empty for all together
 * @param levels of the metrics that are gauges
 * @param counts of the metrics that are counters
 * @param times of the metrics that are histograms
 * @param prefixHitRate how much of what was looked up in the prefix cache was found
 * @param gaps the gaps between the means of client and server, of the metrics that both know
 */
public record ServerFigures(
        String name,
        Map<ServerMetric, GaugeSummary> levels,
        Map<ServerMetric, CounterSummary> counts,
        Map<ServerMetric, LatencySummary> times,
        OptionalDouble prefixHitRate,
        Map<ServerMetric, ClientServerGap> gaps) {

    /** The times that both sides measure, each by its own clock. */
    private static final Map<ServerMetric, Metric> BOTH =
            Map.of(ServerMetric.TTFT, Metric.TTFT, ServerMetric.LATENCY, Metric.LATENCY);

    public ServerFigures {
        levels = Collections.unmodifiableMap(levels);
        counts = Collections.unmodifiableMap(counts);
        times = Collections.unmodifiableMap(times);
        gaps = Collections.unmodifiableMap(gaps);
    }

    static ServerFigures of(ServerSamples read, Window window, ClientSide client) {
        Map<ServerMetric, GaugeSummary> levels = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, CounterSummary> counts = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, LatencySummary> times = new EnumMap<>(ServerMetric.class);
        for (ServerMetric each : ServerMetric.values()) {
            read.level(each, window).ifPresent(level -> levels.put(each, level));
            Optional<CounterDelta> delta = read.delta(each, window);
            if (each.kind() == SeriesKind.HISTOGRAM) {
                delta.flatMap(CounterDelta::times).ifPresent(known -> times.put(each, known));
            } else {
                delta.map(CounterDelta::count).ifPresent(known -> counts.put(each, known));
            }
        }
        return new ServerFigures(read.name(), levels, counts, times, hitRate(levels, counts), gaps(times, client));
    }

    /** As the server's counters say, which know the window; else as it says itself. */
    private static OptionalDouble hitRate(
            Map<ServerMetric, GaugeSummary> levels, Map<ServerMetric, CounterSummary> counts) {
        OptionalDouble ofQueries = share(counts.get(ServerMetric.PREFIX_HITS), counts.get(ServerMetric.PREFIX_QUERIES));
        if (ofQueries.isPresent()) {
            return ofQueries;
        }
        CounterSummary hits = counts.get(ServerMetric.PREFIX_HITS);
        CounterSummary misses = counts.get(ServerMetric.PREFIX_MISSES);
        if (hits != null && misses != null && hits.increase() + misses.increase() > 0) {
            return OptionalDouble.of(hits.increase() / (hits.increase() + misses.increase()));
        }
        OptionalDouble ofPrompts =
                share(counts.get(ServerMetric.CACHED_PROMPT_TOKENS), counts.get(ServerMetric.PROMPT_TOKENS));
        GaugeSummary said = levels.get(ServerMetric.PREFIX_HIT_RATE);
        return ofPrompts.isPresent() || said == null ? ofPrompts : OptionalDouble.of(said.mean());
    }

    private static OptionalDouble share(@Nullable CounterSummary of, @Nullable CounterSummary all) {
        return of == null || all == null || all.increase() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(of.increase() / all.increase());
    }

    private static Map<ServerMetric, ClientServerGap> gaps(Map<ServerMetric, LatencySummary> times, ClientSide client) {
        Map<ServerMetric, ClientServerGap> gaps = new EnumMap<>(ServerMetric.class);
        BOTH.forEach((metric, same) -> {
            OptionalDouble mean = client.mean(same);
            if (times.containsKey(metric) && mean.isPresent()) {
                gaps.put(
                        metric,
                        new ClientServerGap(
                                mean.getAsDouble(), times.get(metric).mean()));
            }
        });
        return gaps;
    }
}
