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
 * The metrics of a server, or of all servers combined, within the window of the run. Unknown metrics are missing.
 *
 * @param name the name of the server in the records, a device, or the URL of a metrics endpoint; empty for all servers combined
 * @param gauges the metrics that are gauges
 * @param counters the metrics that are counters
 * @param latencies the metrics that are histograms
 * @param prefixHitRate the hit rate of the prefix cache
 * @param gaps the gaps between the means of the client and of the server, for metrics that both measure
 */
public record ServerFigures(
        String name,
        Map<ServerMetric, GaugeSummary> gauges,
        Map<ServerMetric, CounterSummary> counters,
        Map<ServerMetric, LatencySummary> latencies,
        OptionalDouble prefixHitRate,
        Map<ServerMetric, ClientServerGap> gaps) {

    /** Latencies that both the server and the client measure, each with its own clock. */
    private static final Map<ServerMetric, Metric> BOTH =
            Map.of(ServerMetric.TTFT, Metric.TTFT, ServerMetric.LATENCY, Metric.LATENCY);

    public ServerFigures {
        gauges = Collections.unmodifiableMap(gauges);
        counters = Collections.unmodifiableMap(counters);
        latencies = Collections.unmodifiableMap(latencies);
        gaps = Collections.unmodifiableMap(gaps);
    }

    static ServerFigures of(ServerSamples samples, Window window, ClientSide client) {
        Map<ServerMetric, GaugeSummary> gauges = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, CounterSummary> counters = new EnumMap<>(ServerMetric.class);
        Map<ServerMetric, LatencySummary> latencies = new EnumMap<>(ServerMetric.class);
        for (ServerMetric each : ServerMetric.values()) {
            samples.gauge(each, window).ifPresent(gauge -> gauges.put(each, gauge));
            Optional<CounterDelta> delta = samples.delta(each, window);
            if (each.kind() == SeriesKind.HISTOGRAM) {
                delta.flatMap(CounterDelta::latency).ifPresent(known -> latencies.put(each, known));
            } else {
                delta.map(CounterDelta::counter).ifPresent(known -> counters.put(each, known));
            }
        }
        return new ServerFigures(
                samples.name(), gauges, counters, latencies, hitRate(gauges, counters), gaps(latencies, client));
    }

    /**
     * Returns the hit rate computed from counters, which cover the window. If the server has no such counters, returns the mean of the hit
     * rate that the server reports.
     */
    private static OptionalDouble hitRate(
            Map<ServerMetric, GaugeSummary> gauges, Map<ServerMetric, CounterSummary> counters) {
        OptionalDouble ofQueries =
                share(counters.get(ServerMetric.PREFIX_HITS), counters.get(ServerMetric.PREFIX_QUERIES));
        if (ofQueries.isPresent()) {
            return ofQueries;
        }
        CounterSummary hits = counters.get(ServerMetric.PREFIX_HITS);
        CounterSummary misses = counters.get(ServerMetric.PREFIX_MISSES);
        if (hits != null && misses != null && hits.increase() + misses.increase() > 0) {
            return OptionalDouble.of(hits.increase() / (hits.increase() + misses.increase()));
        }
        OptionalDouble ofPrompts =
                share(counters.get(ServerMetric.CACHED_PROMPT_TOKENS), counters.get(ServerMetric.PROMPT_TOKENS));
        GaugeSummary reported = gauges.get(ServerMetric.PREFIX_HIT_RATE);
        return ofPrompts.isPresent() || reported == null ? ofPrompts : OptionalDouble.of(reported.mean());
    }

    private static OptionalDouble share(@Nullable CounterSummary of, @Nullable CounterSummary all) {
        return of == null || all == null || all.increase() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(of.increase() / all.increase());
    }

    private static Map<ServerMetric, ClientServerGap> gaps(
            Map<ServerMetric, LatencySummary> latencies, ClientSide client) {
        Map<ServerMetric, ClientServerGap> gaps = new EnumMap<>(ServerMetric.class);
        BOTH.forEach((metric, same) -> {
            OptionalDouble mean = client.mean(same);
            if (latencies.containsKey(metric) && mean.isPresent()) {
                gaps.put(
                        metric,
                        new ClientServerGap(
                                mean.getAsDouble(), latencies.get(metric).mean()));
            }
        });
        return gaps;
    }
}
