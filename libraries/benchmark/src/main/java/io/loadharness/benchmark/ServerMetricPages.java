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

/** The metrics endpoints of the servers of a benchmark. */
final class ServerMetricPages {

    static final String PATH = "/metrics";
    static final String FORMATS = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5";

    /** Paths to try for servers of unknown kind. {@code trtllm-serve} uses the second path. */
    private static final List<String> DEFAULT_PATHS = List.of(PATH, "/prometheus/metrics");

    private final Endpoints server;
    private final StartedServers started;
    private final String devicePath;

    /** @param devicePath the search path for programs that report device metrics, in the format of PATH; may be empty */
    ServerMetricPages(Endpoints server, StartedServers started, String devicePath) {
        this.server = server;
        this.started = started;
        this.devicePath = devicePath;
    }

    Scraper open(Duration interval, List<String> additionalMetrics, List<String> additionalPages) {
        MetricNames names = MetricNames.KNOWN
                .with(started.backend().map(ServerMetricPages::names).orElse(Map.of()))
                .withAdditional(additionalMetrics);
        List<String> paths =
                started.backend().map(each -> List.of(each.metricsPath())).orElse(DEFAULT_PATHS);
        Scraper.Builder scraper = Scraper.builder(names, interval);
        boolean isLocal = started.backend().isPresent();
        for (String url : server.urls()) {
            List<PolledPage> pages =
                    paths.stream().map(path -> server.page(url, path, FORMATS)).toList();
            scraper.page(pages.get(0).server(), pages);
            isLocal |= pages.get(0).isLocal();
        }
        additionalPages.forEach(url -> scraper.page("", List.of(server.foreignPage(url, PATH, FORMATS))));
        started.replicas().stream().filter(each -> each.use().isPresent()).forEach(each -> add(scraper, each));
        if (isLocal && !devicePath.isEmpty()) {
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
     * Returns the metric names of a kind of server.
     *
     * @throws IllegalArgumentException if the backend uses an unknown metric as a key
     */
    static Map<ServerMetric, List<String>> names(ServerBackend backend) {
        Map<ServerMetric, List<String>> names = new EnumMap<>(ServerMetric.class);
        backend.metricNames()
                .forEach((id, each) -> names.put(
                        ServerMetric.of(id)
                                .orElseThrow(() -> new IllegalArgumentException("the backend " + backend.name()
                                        + " names the unknown metric '" + id + "'" + hint(id))),
                        each));
        return names;
    }

    private static String hint(String id) {
        return Suggestions.hintAndNames(
                id, Stream.of(ServerMetric.values()).map(ServerMetric::id).toList());
    }
}
