// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.metrics.RunMetrics;
import io.loadharness.metrics.TimeSeries;
import io.loadharness.report.servers.CounterComparison;
import io.loadharness.report.servers.CounterSummary;
import io.loadharness.report.servers.ExtraSeries;
import io.loadharness.report.servers.GaugeSummary;
import io.loadharness.report.servers.ServerFigures;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.MetricNames;
import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Source;
import io.loadharness.servermetrics.Window;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the report. Each run has 100 requests of three tokens to one endpoint within one second. */
class ServerReportTest {

    private static final long SECOND = 1_000_000_000;
    private static final String ENDPOINT = "http://a";

    @TempDir
    Path path;

    private RunMetrics metrics(int failed) throws IOException {
        RunFolder folder = new RunFolder(path.resolve("failed-" + failed));
        return RunReport.of(Files.exists(folder.records()) ? folder : new RecordedRun(folder.path()).of(100, failed))
                .metrics();
    }

    private static ScrapeLog log(Source... sources) {
        return log(Optional.empty(), true, sources);
    }

    private static ScrapeLog log(Optional<Window> window, boolean complete, Source... sources) {
        return new ScrapeLog(
                Instant.EPOCH, Duration.ofSeconds(1), MetricNames.KNOWN, List.of(sources), window, complete);
    }

    private static Source page(String endpoint, Series... series) {
        return new Source(endpoint + "/metrics", endpoint, 3, Map.of(), List.of(series));
    }

    /** Creates a series with points before, within and after the run, one second apart. */
    private static Series series(String name, SeriesKind kind, double... values) {
        return series(name, Map.of(), kind, values);
    }

    private static Series series(String name, Map<String, String> labels, SeriesKind kind, double... values) {
        return new Series(
                name,
                labels,
                kind,
                List.of(),
                IntStream.range(0, values.length)
                        .mapToObj(i -> Point.of(i * SECOND - SECOND / 2, values[i]))
                        .toList());
    }

    private static Series counter(String name, double... values) {
        return series(name, SeriesKind.COUNTER, values);
    }

    @Test
    void equalCountersHaveNoNote() throws IOException {
        ServerReport report = ServerReport.of(
                log(page(
                        ENDPOINT,
                        counter("vllm:request_success_total", 7, 57, 107),
                        counter("vllm:generation_tokens_total", 0, 150, 302),
                        counter("vllm:prompt_tokens", 1000, 1100, 1300))),
                metrics(0));

        assertThat(report.agreement())
                .containsExactly(
                        new CounterComparison(ServerMetric.PROMPT_TOKENS, 300, 300),
                        new CounterComparison(ServerMetric.GENERATION_TOKENS, 302, 300),
                        new CounterComparison(ServerMetric.REQUESTS, 100, 100));
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void aNoteReportsServersThatCountMore() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 400)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .containsExactly(
                        "The servers counted 400 generation tokens, the client 300: other clients sent requests, or"
                                + " requests from before the run were still in flight.");
    }

    @Test
    void serversCanCountRequestsThatFailedOnTheClient() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 300)));

        assertThat(ServerReport.of(log, metrics(50)).notes())
                .singleElement()
                .asString()
                .contains("the client 150: the servers also counted requests that failed on the client, other clients");
    }

    @Test
    void aNoteReportsServersThatCountLess() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 200)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .containsExactly(
                        "The servers counted 200 generation tokens, the client 300: the missing generation tokens were counted"
                                + " outside the window, or by a server that was not scraped.");
    }

    @Test
    void someServersDoNotCountCachedPromptTokens() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("llamacpp:prompt_tokens_total", 0, 40, 80)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .singleElement()
                .asString()
                .endsWith(
                        ": some servers do not count cached prompt tokens, or the missing tokens were counted outside the"
                                + " window, or by a server that was not scraped.");
    }

    @Test
    void unknownValuesAreMissingAndNotZero() throws IOException {
        ServerReport report = ServerReport.of(
                log(page(
                        ENDPOINT,
                        counter("vllm:prefix_cache_hits_total", 1, 1, 1),
                        counter("vllm:num_preemptions", 2))),
                metrics(0));

        ServerFigures all = report.combined();
        assertThat(all.gauges()).isEmpty();
        assertThat(all.counters()).containsOnlyKeys(ServerMetric.PREFIX_HITS);
        assertThat(all.latencies()).isEmpty();
        assertThat(all.gaps()).isEmpty();
        assertThat(all.prefixHitRate()).isEmpty();
        assertThat(report.agreement()).isEmpty();
    }

    @Test
    void theHitRateUsesTheCountersOfTheServer() throws IOException {
        assertThat(hitRate(
                        counter("vllm:prefix_cache_hits_total", 0, 3),
                        counter("vllm:prefix_cache_queries_total", 0, 4)))
                .isEqualTo(0.75);
        assertThat(hitRate(
                        counter("trtllm_kv_cache_reused_blocks_total", 0, 1),
                        counter("trtllm_kv_cache_missed_blocks_total", 0, 4)))
                .isEqualTo(0.2);
        assertThat(hitRate(counter("sglang:cached_tokens_total", 0, 1), counter("sglang:prompt_tokens_total", 0, 10)))
                .isEqualTo(0.1);
        assertThat(hitRate(series("sglang:cache_hit_rate", SeriesKind.GAUGE, 0, 0.5, 0.7)))
                .isEqualTo(0.5);
    }

    private double hitRate(Series... series) throws IOException {
        return ServerReport.of(log(page(ENDPOINT, series)), metrics(0))
                .combined()
                .prefixHitRate()
                .orElseThrow();
    }

    @Test
    void theWindowOfLoadGenIsUsedIfKnown() throws IOException {
        Series running = series("vllm:num_requests_running", SeriesKind.GAUGE, 1, 2, 3, 9);
        RunMetrics metrics = metrics(0);

        ServerReport ofRun = ServerReport.of(log(page(ENDPOINT, running)), metrics);
        ServerReport ofLoadGen =
                ServerReport.of(log(Optional.of(new Window(0, 2 * SECOND)), true, page(ENDPOINT, running)), metrics);

        assertThat(ofRun.isLoadGenWindow()).isFalse();
        assertThat(ofRun.combined().gauges()).containsEntry(ServerMetric.RUNNING, new GaugeSummary(2, 2));
        assertThat(ofLoadGen.isLoadGenWindow()).isTrue();
        assertThat(ofLoadGen.combined().gauges()).containsEntry(ServerMetric.RUNNING, new GaugeSummary(2.5, 3));
    }

    @Test
    void processMetricsOverrideThoseOfThePage() throws IOException {
        Source page =
                page(ENDPOINT, counter("vllm:num_preemptions", 0, 0, 1), counter("process_cpu_seconds_total", 0, 1, 2));
        Source process = new Source(
                "process of replica 0", ENDPOINT, 3, Map.of(), List.of(counter("process_cpu_seconds_total", 0, 4, 8)));

        ServerReport report = ServerReport.of(log(page, process), metrics(0));

        assertThat(report.servers()).extracting(ServerFigures::name).containsExactly(ENDPOINT);
        assertThat(report.combined().counters().get(ServerMetric.PROCESS_CPU).perSecond())
                .isCloseTo(4, within(1e-9));
    }

    @Test
    void devicesAreSeparateAndExportersAreNotServers() throws IOException {
        Source exporter = new Source(
                "http://node:9400/metrics",
                "",
                3,
                Map.of(),
                List.of(
                        series("DCGM_FI_DEV_GPU_UTIL", Map.of("gpu", "0"), SeriesKind.GAUGE, 0, 80, 0),
                        series("DCGM_FI_DEV_GPU_UTIL", Map.of("gpu", "1"), SeriesKind.GAUGE, 0, 60, 0),
                        counter("process_cpu_seconds_total", 0, 1, 2)));

        ServerReport report = ServerReport.of(log(exporter), metrics(0));

        assertThat(report.servers())
                .extracting(ServerFigures::name)
                .containsExactly("GPU 0, http://node:9400/metrics", "GPU 1, http://node:9400/metrics");
        assertThat(report.combined().gauges()).containsEntry(ServerMetric.GPU_USE, new GaugeSummary(70, 70));
        assertThat(report.combined().counters()).isEmpty();
    }

    @Test
    void devicesReportedTwiceAreNotSummed() throws IOException {
        Source smi = new Source(
                "nvidia-smi", "", 3, Map.of(), List.of(series("nvidia_smi_memory_used", SeriesKind.GAUGE, 5, 5, 5)));
        Source exporter = page("", series("DCGM_FI_DEV_FB_USED", Map.of("gpu", "0"), SeriesKind.GAUGE, 5, 5, 5));

        ServerReport report = ServerReport.of(log(smi, exporter), metrics(0));

        assertThat(report.servers()).hasSize(2);
        assertThat(report.combined().gauges()).isEmpty();
    }

    @Test
    void missingMetricsAreReported() throws IOException {
        Source failing = new Source(
                "http://b/metrics",
                "http://b",
                1200,
                Map.of("HTTP status 500", 3L, "timeout", 1000L, "reset", 1L, "garbage", 1L),
                List.of());
        Source unknown = page("http://c", series("go_goroutines", SeriesKind.GAUGE, 1, 1, 1));

        assertThat(ServerReport.of(log(Optional.empty(), false, failing, unknown), metrics(0))
                        .notes())
                .containsExactly(
                        "The file of server metrics is incomplete; the server metrics cover only the recorded part.",
                        "1,005 of 1,200 scrapes of http://b/metrics failed: timeout (1,000); HTTP status 500 (3);"
                                + " garbage (1); 1 other reason.",
                        "http://b/metrics exposes no known metrics.",
                        "http://c/metrics exposes no known metrics.",
                        "No metrics of http://a were scraped; the combined server metrics do not include this server.");
    }

    @Test
    void requestedSeriesOfAnyKindAreReported() throws IOException {
        Series histogram = new Series(
                "batch_size",
                Map.of(),
                SeriesKind.HISTOGRAM,
                List.of(8.0),
                List.of(
                        new Point(-SECOND / 2, -SECOND / 2, 2, 10, new double[] {2, 2}),
                        new Point(3 * SECOND / 2, 3 * SECOND / 2, 6, 30, new double[] {6, 6})));
        Source page = page(
                ENDPOINT,
                series("swapped", Map.of("engine", "0"), SeriesKind.GAUGE, 9, 5, 9),
                counter("aborted_total", 10, 20, 40),
                histogram);

        ServerReport report =
                ServerReport.of(requesting(page, "swapped", "aborted", "batch_size", "batch_sise"), metrics(0));

        assertThat(report.extraSeries())
                .containsExactly(
                        new ExtraSeries(
                                ENDPOINT,
                                "swapped",
                                Map.of("engine", "0"),
                                Optional.of(new GaugeSummary(5, 5)),
                                Optional.empty(),
                                OptionalDouble.empty()),
                        new ExtraSeries(
                                ENDPOINT,
                                "aborted_total",
                                Map.of(),
                                Optional.empty(),
                                Optional.of(new CounterSummary(30, 30)),
                                OptionalDouble.empty()),
                        new ExtraSeries(
                                ENDPOINT,
                                "batch_size",
                                Map.of(),
                                Optional.empty(),
                                Optional.of(new CounterSummary(4, 4)),
                                OptionalDouble.of(5)));
        assertThat(report.notes())
                .containsExactly(
                        "No server exposes the requested metric batch_sise; the most similar recorded metric is batch_size.");
    }

    private static ScrapeLog requesting(Source page, String... names) {
        return new ScrapeLog(
                Instant.EPOCH,
                Duration.ofSeconds(1),
                MetricNames.KNOWN.withAdditional(List.of(names)),
                List.of(page),
                Optional.of(new Window(0, SECOND)),
                true);
    }

    @Test
    void anUnknownServerIsComparedWithAllRequests() throws IOException {
        Source page = new Source(
                "http://pod:8000/metrics", "", 3, Map.of(), List.of(counter("vllm:request_success_total", 0, 50, 100)));

        ServerReport report = ServerReport.of(log(page), metrics(0));

        assertThat(report.agreement()).containsExactly(new CounterComparison(ServerMetric.REQUESTS, 100, 100));
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void anotherServerIsNotCompared() throws IOException {
        Source page = page("http://other", counter("vllm:request_success_total", 0, 50, 100));

        assertThat(ServerReport.of(log(page), metrics(0)).agreement()).isEmpty();
    }

    @Test
    void aRunWithoutServerMetricsHasNoServers() throws IOException {
        assertThat(FixedRun.report().servers()).isEmpty();
    }

    @Test
    void aDamagedFileAddsOneNote() throws IOException {
        RunFolder folder = FixedRun.copiedTo(path);
        for (String content : new String[] {
            "garbage\n",
            "",
            "{\"format\":\"loadharness-server-metrics\",\"version\":2}\n",
            "\u0000\u0001\n",
            "[]\n",
            "\n"
        }) {
            Files.writeString(folder.serverMetrics(), content);

            assertThat(RunReport.of(folder).servers().orElseThrow().notes())
                    .singleElement()
                    .asString()
                    .startsWith(folder.serverMetrics().toString());
            assertThat(FixedRun.written("text", RunReport.of(folder)))
                    .contains("Output token throughput", "- " + folder.serverMetrics());
            assertThat(JsonSchemas.resultErrors(FixedRun.written("json", RunReport.of(folder))))
                    .isEmpty();
        }
    }

    @Test
    void aFolderInsteadOfAFileAddsOneNote() throws IOException {
        RunFolder folder = FixedRun.copiedTo(path);
        Files.createDirectory(folder.serverMetrics());

        assertThat(RunReport.of(folder).servers().orElseThrow().notes())
                .singleElement()
                .asString()
                .startsWith(folder.serverMetrics() + " cannot be read: ");
    }

    @Test
    void aTruncatedFileIsReadUpToItsEnd() throws IOException {
        RunFolder folder = FixedRun.withServers(path);
        byte[] whole = Files.readAllBytes(folder.serverMetrics());
        Files.write(folder.serverMetrics(), Arrays.copyOf(whole, 3 * whole.length / 4));

        ServerReport report = RunReport.of(folder).servers().orElseThrow();

        assertThat(report.notes()).first().asString().contains("incomplete");
        assertThat(report.combined().counters()).containsKey(ServerMetric.GENERATION_TOKENS);
    }

    @Test
    void aDamagedFileDoesNotAffectTheRestOfTheReport() throws IOException {
        RunFolder folder = FixedRun.withServers(path);
        String whole = Files.readString(folder.serverMetrics());
        Random random = new Random(7);
        String[] fragments = {
            "null", "-1", "1e308", "[]", "{}", "\"", "\n", "true", "NaN", "9223372036854775807", ",", "0"
        };
        for (int i = 0; i < 400; i++) {
            StringBuilder damaged = new StringBuilder(whole);
            for (int j = random.nextInt(3); j >= 0; j--) {
                int at = random.nextInt(damaged.length());
                damaged.replace(
                        at,
                        Math.min(damaged.length(), at + random.nextInt(9)),
                        fragments[random.nextInt(fragments.length)]);
            }
            Files.writeString(folder.serverMetrics(), damaged, StandardCharsets.UTF_8);

            RunReport report = RunReport.of(folder);

            assertThat(report.metrics().counts().completed())
                    .as(damaged.toString())
                    .isEqualTo(146);
            assertThat(JsonSchemas.resultErrors(FixedRun.written("json", report)))
                    .isEmpty();
            assertThat(FixedRun.written("text", report)).startsWith("**INVALID**");
        }
    }

    @Test
    void theBinsOfServersAreThoseOfTheClient() throws IOException {
        RunMetrics metrics = metrics(0);
        TimeSeries client = metrics.series().orElseThrow();
        long millis = client.binNanos() / 1_000_000;
        List<Point> points = IntStream.range(0, 5000)
                .mapToObj(i -> Point.of(i * 1_000_000L, i))
                .toList();
        ServerReport report = ServerReport.of(
                log(page(
                        ENDPOINT,
                        new Series("vllm:num_requests_running", Map.of(), SeriesKind.GAUGE, List.of(), points))),
                metrics);

        double[] means = report.overTime()
                .orElseThrow()
                .lines()
                .get(ServerMetric.RUNNING)
                .combined();
        assertThat(client.startNanos()).isLessThan(metrics.startNanos());
        assertThat(means[0]).isEqualTo(client.startNanos() / 1e6 + (millis - 1) / 2.0);
    }
}
