// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.metrics.RunMetrics;
import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the servers of a run said of themselves, beside what its client measured.
 *
 * @param window of which the figures are: what LoadGen measured, or all of the run
 * @param isLoadGens whether LoadGen said where the window begins and ends
 * @param together of all servers as if they were one
 * @param servers of each server, and of each device
 * @param agreement what both sides counted
 * @param extraSeries the series that the user asked for by name
 * @param targets what was scraped, and how often that failed
 * @param overTime how it went; empty if nothing is known of that
 * @param notes what a reader has to know before relying on it, a sentence each
 */
public record ServerReport(
        Window window,
        boolean isLoadGens,
        ServerFigures together,
        List<ServerFigures> servers,
        List<Agreement> agreement,
        List<ExtraSeries> extraSeries,
        List<ScrapeTarget> targets,
        Optional<ServerSeries> overTime,
        List<String> notes) {

    /** What the client measures as well. */
    private static final Set<ServerMetric> OF_REQUESTS = EnumSet.of(
            ServerMetric.REQUESTS,
            ServerMetric.PROMPT_TOKENS,
            ServerMetric.GENERATION_TOKENS,
            ServerMetric.TTFT,
            ServerMetric.LATENCY);

    public ServerReport {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(together, "together");
        servers = List.copyOf(servers);
        agreement = List.copyOf(agreement);
        extraSeries = List.copyOf(extraSeries);
        targets = List.copyOf(targets);
        Objects.requireNonNull(overTime, "overTime");
        notes = List.copyOf(notes);
    }

    /** Of what was read of the servers, and of the metrics of the same run. */
    public static ServerReport of(ScrapeLog log, RunMetrics metrics) {
        Window window = log.window().orElse(new Window(metrics.beginNanos(), metrics.endNanos()));
        List<ServerSamples> read = ReadServers.of(log);
        ServerSamples together = ServerSamples.together(read, ReadServers.doubtful(log));
        ClientSide client = client(read, metrics);
        List<ServerFigures> servers = read.stream()
                .map(each -> ServerFigures.of(each, window, ClientSide.of(metrics, Set.of(each.endpoint()))))
                .toList();
        ServerFigures all = ServerFigures.of(together, window, client);
        List<Agreement> agreement = agreement(all, client);
        return new ServerReport(
                window,
                log.window().isPresent(),
                all,
                servers,
                agreement,
                ExtraSeries.of(log, window),
                log.sources().stream().map(ScrapeTarget::of).toList(),
                metrics.series().map(series -> ServerSeries.of(read, together, metrics, series)),
                Remarks.on(log, read, window, metrics, agreement, client));
    }

    /** Of a file that cannot be understood. */
    public static ServerReport unreadable(String why, RunMetrics metrics) {
        Window window = new Window(metrics.beginNanos(), metrics.endNanos());
        return new ServerReport(
                window,
                false,
                ServerFigures.of(ServerSamples.named("", ""), window, ClientSide.of(metrics)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(why));
    }

    /** The requests of those servers that were read; of all, where a page is that of nobody in particular. */
    private static ClientSide client(List<ServerSamples> read, RunMetrics metrics) {
        Set<String> endpoints = read.stream()
                .filter(each -> OF_REQUESTS.stream().anyMatch(each::knows))
                .map(ServerSamples::endpoint)
                .collect(Collectors.toSet());
        return endpoints.contains("") ? ClientSide.of(metrics) : ClientSide.of(metrics, endpoints);
    }

    private static List<Agreement> agreement(ServerFigures all, ClientSide client) {
        List<Agreement> agreement = new ArrayList<>();
        all.counts().forEach((metric, count) -> {
            OptionalLong same = client.count(metric);
            if (same.isPresent()) {
                agreement.add(new Agreement(metric, Math.round(count.increase()), same.getAsLong()));
            }
        });
        return agreement;
    }
}
