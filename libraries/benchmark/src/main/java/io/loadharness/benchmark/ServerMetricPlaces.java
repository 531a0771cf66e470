// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.http.PolledPage;
import io.loadharness.internal.Suggestions;
import io.loadharness.servermetrics.MetricNames;
import io.loadharness.servermetrics.ProcessSample;
import io.loadharness.servermetrics.Scraper;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servers.Replica;
import io.loadharness.servers.ServerBackend;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the metrics of the servers of a run are. */
final class ServerMetricPlaces {

    static final String PATH = "/metrics";
    static final String FORMATS = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5";

    /** Where servers have their page of whose kind nothing is known; the second is that of {@code trtllm-serve}. */
    private static final List<String> LIKELY = List.of(PATH, "/prometheus/metrics");

    private final Endpoints server;
    private final StartedServers started;
    private final String devicePath;

    /** @param devicePath folders with the programs that report on devices, as in the variable PATH; empty for none */
    ServerMetricPlaces(Endpoints server, StartedServers started, String devicePath) {
        this.server = server;
        this.started = started;
        this.devicePath = devicePath;
    }

    Scraper open(Duration interval, List<String> furtherMetrics, List<String> furtherPages) {
        MetricNames names = MetricNames.KNOWN
                .with(started.backend().map(ServerMetricPlaces::names).orElse(Map.of()))
                .alsoKeeping(furtherMetrics);
        List<String> paths =
                started.backend().map(each -> List.of(each.metricsPath())).orElse(LIKELY);
        Scraper.Builder scraper = Scraper.builder(names, interval);
        boolean isHere = started.backend().isPresent();
        for (String url : server.urls()) {
            List<PolledPage> places =
                    paths.stream().map(path -> server.page(url, path, FORMATS)).toList();
            scraper.page(places.get(0).server(), places);
            isHere |= places.get(0).isHere();
        }
        furtherPages.forEach(url -> scraper.page("", List.of(server.foreignPage(url, PATH, FORMATS))));
        started.replicas().stream().filter(each -> each.use().isPresent()).forEach(each -> add(scraper, each));
        if (isHere && !devicePath.isEmpty()) {
            scraper.devices(devicePath);
        }
        return scraper.build();
    }

    private static void add(Scraper.Builder scraper, Replica replica) {
        scraper.process("process of replica " + replica.index(), replica.url(), () -> use(replica));
    }

    private static Optional<ProcessSample> use(Replica replica) {
        return replica.use().map(now -> new ProcessSample(now.cpuSeconds(), now.residentBytes()));
    }

    /**
     * What a kind of server calls its metrics.
     *
     * @throws IllegalArgumentException if it names a metric that there is not
     */
    static Map<ServerMetric, List<String>> names(ServerBackend backend) {
        Map<ServerMetric, List<String>> names = new EnumMap<>(ServerMetric.class);
        backend.metricNames()
                .forEach((id, each) -> names.put(
                        ServerMetric.of(id)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "the backend " + backend.name() + " has a name for '" + id
                                                + "', which is no metric; the nearest is " + nearest(id))),
                        each));
        return names;
    }

    private static String nearest(String id) {
        return Suggestions.nearest(
                id, Stream.of(ServerMetric.values()).map(ServerMetric::id).toList());
    }
}
