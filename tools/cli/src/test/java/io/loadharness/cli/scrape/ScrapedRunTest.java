// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Records;
import io.loadharness.cli.Session;
import io.loadharness.record.SampleRecord;
import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Source;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Metrics of servers during a run, compared with the counts of the client. */
@Tag("load")
@Timeout(300)
class ScrapedRunTest {

    private static final String LOADGEN =
            "--scenario server --target-qps 200 --min-duration 1s --min-queries 700 --ttft-bound 60s --tpot-bound 10s";
    private static final String SCHEDULE = "--load concurrent --concurrency 3 --requests 30";

    @TempDir
    Path parent;

    private Path folder() {
        return parent.resolve("run");
    }

    private Session run(String options) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--max-tokens", "7", "--output-dir", folder().toString()));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options.split(" ")));
        return Session.of(arguments.toArray(String[]::new));
    }

    private static SimulatedServer simulator() {
        return SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(5), Duration.ofMillis(3)))
                .build());
    }

    private ScrapeLog log() throws IOException {
        return log(folder());
    }

    private static ScrapeLog log(Path folder) throws IOException {
        return ScrapeLog.read(folder.resolve("server-metrics.jsonl"));
    }

    /** Returns the increase of a counter from the first scrape to the last, over all its series. */
    private static double growth(ScrapeLog log, Source source, ServerMetric metric) {
        List<Series> found = log.series(source, metric);
        assertThat(found).as("%s of %s", metric, source.name()).isNotEmpty();
        return found.stream().mapToDouble(ScrapedRunTest::growth).sum();
    }

    private static double growth(Series series) {
        List<Point> points = series.points();
        return points.get(points.size() - 1).value() - points.get(0).value();
    }

    private static void isWhatTheClientCounted(ScrapeLog log, Source source, List<SampleRecord> records) {
        assertThat(records).isNotEmpty();
        assertThat(growth(log, source, ServerMetric.REQUESTS)).isEqualTo(records.size());
        assertThat(growth(log, source, ServerMetric.PROMPT_TOKENS))
                .isEqualTo(records.stream()
                        .mapToDouble(each -> each.usage().prompt())
                        .sum());
        assertThat(growth(log, source, ServerMetric.GENERATION_TOKENS))
                .isEqualTo(records.stream().mapToDouble(SampleRecord::tokens).sum());
        assertThat(growth(log, source, ServerMetric.TTFT)).isEqualTo(records.size());
        assertThat(growth(log, source, ServerMetric.LATENCY)).isEqualTo(records.size());
    }

    @Test
    void serverMetricsMatchClientCountsOfALoadGenRun() throws Exception {
        try (SimulatedServer server = simulator()) {
            Session session = run("--url " + server.uri() + " --enable-metrics --scrape-interval 20ms " + LOADGEN);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .filteredOn(line -> line.startsWith("- Server metrics: "))
                    .singleElement()
                    .asString()
                    .matches("- Server metrics: \\d+ scrapes of 1 endpoint(, nvidia-smi)?");
            ScrapeLog log = log();
            Source page = log.sources().get(0);
            List<SampleRecord> records = Records.in(folder());
            assertThat(page.name()).isEqualTo(server.uri() + "/metrics");
            assertThat(page.endpoint()).isEqualTo(records.get(0).endpoint());
            assertThat(page.failures()).isEmpty();
            assertThat(log.complete()).isTrue();
            isWhatTheClientCounted(log, page, records);
            assertThat(log.window()).hasValueSatisfying(window -> {
                long millisecond = 1_000_000;
                long first = records.stream()
                        .mapToLong(each -> each.times().issued())
                        .min()
                        .orElseThrow();
                long last = records.stream()
                        .mapToLong(each -> each.times().done())
                        .max()
                        .orElseThrow();
                assertThat(window.startNanos()).isLessThanOrEqualTo(first + millisecond);
                assertThat(window.endNanos()).isGreaterThanOrEqualTo(last - millisecond);
            });
        }
    }

    @Test
    void scrapesBeforeTheFirstAndAfterTheLastSample() throws Exception {
        try (SimulatedServer server = simulator()) {
            run("--url " + server.uri() + " --enable-metrics --scrape-interval 1h " + SCHEDULE);

            List<SampleRecord> records = Records.in(folder());
            ScrapeLog log = log();
            List<Point> points = log.series(log.sources().get(0), ServerMetric.RUNNING)
                    .get(0)
                    .points();
            assertThat(points).hasSize(2);
            assertThat(points.get(0).nanos())
                    .isLessThan(records.stream()
                            .mapToLong(each -> each.times().scheduled())
                            .min()
                            .orElseThrow());
            assertThat(points.get(1).nanos())
                    .isGreaterThan(records.stream()
                            .mapToLong(each -> each.times().done())
                            .max()
                            .orElseThrow());
            assertThat(log.window()).isEmpty();
        }
    }

    @Test
    void peakOfTheServerMatchesRequestsInFlight() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(200), Duration.ofMillis(1)))
                .build())) {
            run("--url " + server.uri() + " --enable-metrics --scrape-interval 10ms " + SCHEDULE);

            ScrapeLog log = log();
            assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING).get(0).points().stream()
                            .mapToDouble(Point::value)
                            .max())
                    .hasValue(3);
        }
    }

    @Test
    void eachReplicaReportsItsRequests() throws Exception {
        try (SimulatedServer one = simulator();
                SimulatedServer other = simulator()) {
            run("--url " + one.uri() + " --url " + other.uri() + " --enable-metrics " + SCHEDULE);

            ScrapeLog log = log();
            List<SampleRecord> records = Records.in(folder());
            for (Source page : log.sources().subList(0, 2)) {
                isWhatTheClientCounted(
                        log,
                        page,
                        records.stream()
                                .filter(each -> each.endpoint().equals(page.endpoint()))
                                .toList());
            }
        }
    }

    @Test
    void scrapesStartedServersUnlessDisabled() throws Exception {
        Path file = Files.writeString(
                parent.resolve("server.yaml"),
                "{backend: simulator, replicas: 2, engine_args: {between-tokens-us: 1000}, log_folder: "
                        + parent.resolve("servers") + "}");

        Session session = run("--server-config " + file + " " + SCHEDULE);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        ScrapeLog log = log();
        List<SampleRecord> records = Records.in(folder());
        assertThat(log.sources()).extracting(Source::name).contains("process of replica 0", "process of replica 1");
        for (int i = 0; i < 2; i++) {
            Source page = log.sources().get(i);
            isWhatTheClientCounted(
                    log,
                    page,
                    records.stream()
                            .filter(each -> each.endpoint().equals(page.endpoint()))
                            .toList());
            Source process = log.sources().get(2 + i);
            assertThat(process.endpoint()).isEqualTo(page.endpoint());
            assertThat(process.failures()).isEmpty();
            assertThat(growth(log, process, ServerMetric.PROCESS_CPU)).isNotNegative();
            assertThat(log.series(process, ServerMetric.PROCESS_MEMORY).get(0).points())
                    .allMatch(point -> point.value() > 1 << 20);
        }
    }

    @Test
    void doesNotScrapeUnlessEnabled() throws Exception {
        Path file = Files.writeString(
                parent.resolve("server.yaml"), "{backend: simulator, log_folder: " + parent.resolve("servers") + "}");

        Session managed = run("--server-config " + file + " --no-enable-metrics " + SCHEDULE);

        assertThat(managed.exitCode()).as(managed.out() + managed.err()).isEqualTo(ExitCode.OK);
        assertThat(managed.out()).doesNotContain("Server metrics");
        assertThat(folder().resolve("records.cbor")).exists();
        assertThat(folder().resolve("server-metrics.jsonl")).doesNotExist();
    }

    @Test
    void doesNotScrapeExternalServerUnlessEnabled() throws Exception {
        try (SimulatedServer server = simulator()) {
            run("--url " + server.uri() + " " + SCHEDULE);

            assertThat(folder().resolve("records.cbor")).exists();
            assertThat(folder().resolve("server-metrics.jsonl")).doesNotExist();
        }
    }

    @Test
    void runFileEnablesScraping() throws Exception {
        try (SimulatedServer server = simulator()) {
            Path file = Files.writeString(parent.resolve("my.yaml"), """
                    server: { url: %s, enable-metrics: true, scrape-interval: 50ms, scrape-metric: [ "vllm:own" ] }
                    schedule: { load: concurrent, requests: 30 }
                    spread: { concurrency: 3 }
                    """.formatted(server.uri()));

            Session session = run(file.toString());

            assertThat(session.err()).isEmpty();
            assertThat(log().interval()).isEqualTo(Duration.ofMillis(50));
            assertThat(log().names().additional()).containsExactly("vllm:own");
        }
    }

    @Test
    void eachLoadHasItsOwnFile() throws Exception {
        try (SimulatedServer server = simulator()) {
            run(
                    "--url " + server.uri()
                            + " --enable-metrics --load sweep --requests 100 --stages 2 --duration 1s --ladder geometric --seed 1");

            List<Path> files;
            try (Stream<Path> all = Files.walk(folder())) {
                files = all.filter(each -> each.endsWith("server-metrics.jsonl"))
                        .map(Path::getParent)
                        .sorted()
                        .toList();
            }
            assertThat(files).hasSizeGreaterThanOrEqualTo(2);
            for (Path each : files) {
                ScrapeLog log = log(each);
                isWhatTheClientCounted(log, log.sources().get(0), Records.in(each));
            }
        }
    }

    @Test
    void scrapesAdditionalPagesWithoutSecrets() throws Exception {
        List<String> seen = new ArrayList<>();
        HttpServer exporter = exporter(seen);
        try (SimulatedServer server = simulator()) {
            Session session = run("--url " + server.uri()
                    + " --header X-Team=secret-of-mine --scrape-metric room_temperature"
                    + " --scrape-url http://127.0.0.1:" + exporter.getAddress().getPort() + " " + SCHEDULE);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            ScrapeLog log = log();
            Source page = log.sources().get(1);
            assertThat(page.endpoint()).isEmpty();
            assertThat(log.series(page, ServerMetric.GPU_POWER).get(0).labels()).containsEntry("gpu", "0");
            assertThat(page.series()).extracting(Series::name).contains("room_temperature");
            assertThat(seen).isNotEmpty().noneMatch(headers -> headers.contains("secret-of-mine"));
        } finally {
            exporter.stop(0);
        }
    }

    private static HttpServer exporter(List<String> seen) throws IOException {
        HttpServer exporter = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        exporter.createContext("/metrics", exchange -> {
            seen.add(exchange.getRequestHeaders().values().toString());
            byte[] page = """
                    # TYPE DCGM_FI_DEV_POWER_USAGE gauge
                    DCGM_FI_DEV_POWER_USAGE{gpu="0",Hostname="here"} 70.5
                    room_temperature 21
                    other 3
                    """.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        exporter.start();
        return exporter;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDiskIsReportedAndDoesNotStopTheRun() throws Exception {
        Files.createDirectories(folder());
        Files.createSymbolicLink(folder().resolve("server-metrics.jsonl"), Path.of("/dev/full"));
        try (SimulatedServer server = simulator()) {
            Session session = run("--url " + server.uri() + " --enable-metrics " + SCHEDULE);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).contains("server-metrics.jsonl cannot be written: No space left on device");
        }
    }

    @Test
    void missingPageIsReportedAndDoesNotStopTheRun() throws Exception {
        try (SimulatedServer server = simulator()) {
            String closedPort = "http://127.0.0.1:1/metrics";

            Session session =
                    run("--url " + server.uri() + " --scrape-interval 1h --scrape-url " + closedPort + " " + SCHEDULE);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .containsPattern("Server metrics: \\d+ scrapes of 2 endpoints.*, 2 failed \\(2 × " + closedPort);
        }
    }

    @Test
    void keepsMetricsOfAKilledReplica() throws Exception {
        Path file = Files.writeString(
                parent.resolve("server.yaml"),
                "{backend: simulator, heartbeat: 1s, log_folder: " + parent.resolve("servers") + "}");
        CompletableFuture<Session> run = Session.start(() ->
                run("--server-config " + file + " --scrape-interval 50ms --load constant --rate 20 --duration 10m"));
        Path metrics = folder().resolve("server-metrics.jsonl");
        while (!Files.exists(metrics)
                || Files.readString(metrics)
                                .lines()
                                .filter(line -> line.contains("t_ns"))
                                .count()
                        < 8) {
            LockSupport.parkNanos(10_000_000);
        }
        long pid = LaunchedServers.in(parent.resolve("servers"))
                .get(0)
                .replicas()
                .get(0)
                .pid();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();

        assertThat(run.get().exitCode()).isEqualTo(ExitCode.INVALID);

        ScrapeLog log = log();
        assertThat(log.complete()).isTrue();
        assertThat(log.sources().get(0).failed()).isPositive();
        assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING).get(0).points())
                .isNotEmpty();
    }
}
