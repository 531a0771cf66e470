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
 * The server metrics of a run, compared with the client's measurements.
 *
 * @param window the window of the metrics: the window that LoadGen measured, or the whole run
 * @param isLoadGenWindow true if LoadGen set the window
 * @param combined the metrics of all servers combined
 * @param servers the metrics of each server and of each device
 * @param agreement the counters that both the servers and the client report
 * @param extraSeries the series that the user requested by name
 * @param targets the scrape targets and their failures
 * @param overTime the server metrics over time; empty if the run has no samples or the metrics cannot be read
 * @param notes warnings about the metrics, one sentence each
 */
public record ServerReport(
        Window window,
        boolean isLoadGenWindow,
        ServerFigures combined,
        List<ServerFigures> servers,
        List<CounterComparison> agreement,
        List<ExtraSeries> extraSeries,
        List<ScrapeTarget> targets,
        Optional<ServerSeries> overTime,
        List<String> notes) {

    /** Metrics that the client also measures. */
    private static final Set<ServerMetric> OF_REQUESTS = EnumSet.of(
            ServerMetric.REQUESTS,
            ServerMetric.PROMPT_TOKENS,
            ServerMetric.GENERATION_TOKENS,
            ServerMetric.TTFT,
            ServerMetric.LATENCY);

    public ServerReport {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(combined, "combined");
        servers = List.copyOf(servers);
        agreement = List.copyOf(agreement);
        extraSeries = List.copyOf(extraSeries);
        targets = List.copyOf(targets);
        Objects.requireNonNull(overTime, "overTime");
        notes = List.copyOf(notes);
    }

    /** Creates the report from the scrapes and the metrics of the same run. */
    public static ServerReport of(ScrapeLog log, RunMetrics metrics) {
        Window window = log.window().orElse(new Window(metrics.startNanos(), metrics.endNanos()));
        List<ServerSamples> samples = ServerSampleReader.of(log);
        ServerSamples combined = ServerSamples.combined(samples, ServerSampleReader.duplicates(log));
        ClientSide client = client(samples, metrics);
        List<ServerFigures> servers = samples.stream()
                .map(each -> ServerFigures.of(each, window, ClientSide.of(metrics, Set.of(each.endpoint()))))
                .toList();
        ServerFigures all = ServerFigures.of(combined, window, client);
        List<CounterComparison> agreement = agreement(all, client);
        return new ServerReport(
                window,
                log.window().isPresent(),
                all,
                servers,
                agreement,
                ExtraSeries.of(log, window),
                log.sources().stream().map(ScrapeTarget::of).toList(),
                metrics.series().map(series -> ServerSeries.of(samples, combined, metrics, series)),
                ServerWarnings.on(log, samples, window, metrics, agreement, client));
    }

    /** Creates the report for a damaged file. The report contains only the cause, as a warning. */
    public static ServerReport unreadable(String cause, RunMetrics metrics) {
        Window window = new Window(metrics.startNanos(), metrics.endNanos());
        return new ServerReport(
                window,
                false,
                ServerFigures.of(ServerSamples.named("", ""), window, ClientSide.of(metrics)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(cause));
    }

    /**
     * Returns the client's measurements of requests to the scraped servers. If a metrics endpoint belongs to no known server, returns the
     * measurements of all requests.
     */
    private static ClientSide client(List<ServerSamples> samples, RunMetrics metrics) {
        Set<String> endpoints = samples.stream()
                .filter(each -> OF_REQUESTS.stream().anyMatch(each::knows))
                .map(ServerSamples::endpoint)
                .collect(Collectors.toSet());
        return endpoints.contains("") ? ClientSide.of(metrics) : ClientSide.of(metrics, endpoints);
    }

    private static List<CounterComparison> agreement(ServerFigures all, ClientSide client) {
        List<CounterComparison> agreement = new ArrayList<>();
        all.counters().forEach((metric, counter) -> {
            OptionalLong same = client.count(metric);
            if (same.isPresent()) {
                agreement.add(new CounterComparison(metric, Math.round(counter.increase()), same.getAsLong()));
            }
        });
        return agreement;
    }
}
