// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.metrics.RunMetrics;
import io.loadharness.report.servers.Agreement;
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

/** Of runs of a hundred requests of three tokens each, all to one endpoint, in a second. */
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

    /** Values at 0, 1 and 2 seconds: before, within and after the run. */
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
    void bothSidesCountTheSame() throws IOException {
        ServerReport report = ServerReport.of(
                log(page(
                        ENDPOINT,
                        counter("vllm:request_success_total", 7, 57, 107),
                        counter("vllm:generation_tokens_total", 0, 150, 302),
                        counter("vllm:prompt_tokens", 1000, 1100, 1300))),
                metrics(0));

        assertThat(report.agreement())
                .containsExactly(
                        new Agreement(ServerMetric.PROMPT_TOKENS, 300, 300),
                        new Agreement(ServerMetric.GENERATION_TOKENS, 302, 300),
                        new Agreement(ServerMetric.REQUESTS, 100, 100));
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void aServerThatCountsMoreThanTheClientIsRemarkedOn() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 400)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .containsExactly("The servers counted 400 tokens of answers, the client 300: somebody else used them,"
                        + " or they still worked on what came before the run.");
    }

    @Test
    void whatFailedForTheClientMayHaveBeenCountedByTheServer() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 300)));

        assertThat(ServerReport.of(log, metrics(50)).notes())
                .singleElement()
                .asString()
                .contains("the client 150: the requests that failed for the client, somebody else");
    }

    @Test
    void aServerThatCountsLessIsRemarkedOnToo() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("sglang:generation_tokens_total", 0, 100, 200)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .containsExactly(
                        "The servers counted 200 tokens of answers, the client 300: some were counted before or"
                                + " after the window, or by a server that is not read here.");
    }

    @Test
    void promptsThatAServerFindsInItsCacheMayBeLeftOutOfItsCount() throws IOException {
        ScrapeLog log = log(page(ENDPOINT, counter("llamacpp:prompt_tokens_total", 0, 40, 80)));

        assertThat(ServerReport.of(log, metrics(0)).notes())
                .singleElement()
                .asString()
                .endsWith(
                        ": some were found in a cache, and not every server counts those, or were counted before or after"
                                + " the window, or by a server that is not read here.");
    }

    @Test
    void whatIsNotKnownIsMissingAndNotZero() throws IOException {
        ServerReport report = ServerReport.of(
                log(page(
                        ENDPOINT,
                        counter("vllm:prefix_cache_hits_total", 1, 1, 1),
                        counter("vllm:num_preemptions", 2))),
                metrics(0));

        ServerFigures all = report.together();
        assertThat(all.levels()).isEmpty();
        assertThat(all.counts()).containsOnlyKeys(ServerMetric.PREFIX_HITS);
        assertThat(all.times()).isEmpty();
        assertThat(all.gaps()).isEmpty();
        assertThat(all.prefixHitRate()).isEmpty();
        assertThat(report.agreement()).isEmpty();
    }

    @Test
    void aHitRateIsOfWhateverTheServerCounts() throws IOException {
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
                .together()
                .prefixHitRate()
                .orElseThrow();
    }

    @Test
    void theWindowIsLoadGensWhereItIsKnown() throws IOException {
        Series running = series("vllm:num_requests_running", SeriesKind.GAUGE, 1, 2, 3, 9);
        RunMetrics metrics = metrics(0);

        ServerReport ofRun = ServerReport.of(log(page(ENDPOINT, running)), metrics);
        ServerReport ofLoadGen =
                ServerReport.of(log(Optional.of(new Window(0, 2 * SECOND)), true, page(ENDPOINT, running)), metrics);

        assertThat(ofRun.isLoadGens()).isFalse();
        assertThat(ofRun.together().levels()).containsEntry(ServerMetric.RUNNING, new GaugeSummary(2, 2));
        assertThat(ofLoadGen.isLoadGens()).isTrue();
        assertThat(ofLoadGen.together().levels()).containsEntry(ServerMetric.RUNNING, new GaugeSummary(2.5, 3));
    }

    @Test
    void theProcessesOfAServerStandWithItsPageAndGoBeforeIt() throws IOException {
        Source page =
                page(ENDPOINT, counter("vllm:num_preemptions", 0, 0, 1), counter("process_cpu_seconds_total", 0, 1, 2));
        Source process = new Source(
                "process of replica 0", ENDPOINT, 3, Map.of(), List.of(counter("process_cpu_seconds_total", 0, 4, 8)));

        ServerReport report = ServerReport.of(log(page, process), metrics(0));

        assertThat(report.servers()).extracting(ServerFigures::name).containsExactly(ENDPOINT);
        assertThat(report.together().counts().get(ServerMetric.PROCESS_CPU).perSecond())
                .isCloseTo(4, within(1e-9));
    }

    @Test
    void devicesStandAloneAndAnExportersOwnProcessIsNoServer() throws IOException {
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
        assertThat(report.together().levels()).containsEntry(ServerMetric.GPU_USE, new GaugeSummary(70, 70));
        assertThat(report.together().counts()).isEmpty();
    }

    @Test
    void devicesThatTwoProgramsTellOfAreNotAddedUp() throws IOException {
        Source smi = new Source(
                "nvidia-smi", "", 3, Map.of(), List.of(series("nvidia_smi_memory_used", SeriesKind.GAUGE, 5, 5, 5)));
        Source exporter = page("", series("DCGM_FI_DEV_FB_USED", Map.of("gpu", "0"), SeriesKind.GAUGE, 5, 5, 5));

        ServerReport report = ServerReport.of(log(smi, exporter), metrics(0));

        assertThat(report.servers()).hasSize(2);
        assertThat(report.together().levels()).isEmpty();
    }

    @Test
    void whatIsMissingOrWrongIsSaid() throws IOException {
        Source failing = new Source(
                "http://b/metrics",
                "http://b",
                1200,
                Map.of("HTTP status 500", 3L, "timeout", 1000L, "reset", 1L, "garbage", 1L),
                List.of());
        Source silent = page("http://c", series("go_goroutines", SeriesKind.GAUGE, 1, 1, 1));

        assertThat(ServerReport.of(log(Optional.empty(), false, failing, silent), metrics(0))
                        .notes())
                .containsExactly(
                        "The recording of the servers' metrics was cut: what is shown of them is of what was written by then.",
                        "1,005 of 1,200 scrapes of http://b/metrics failed: timeout (1,000); HTTP status 500 (3);"
                                + " garbage (1); 1 further reason.",
                        "http://b/metrics says nothing that has a place here.",
                        "http://c/metrics says nothing that has a place here.",
                        "Of http://a no metrics are known: what is shown of all servers is without it.");
    }

    @Test
    void whatWasAskedForByNameIsToldWhateverItIs() throws IOException {
        Series histogram = new Series(
                "batch_size",
                Map.of(),
                SeriesKind.HISTOGRAM,
                List.of(8.0),
                List.of(
                        new Point(-SECOND / 2, 2, 10, new double[] {2, 2}),
                        new Point(3 * SECOND / 2, 6, 30, new double[] {6, 6})));
        Source page = page(
                ENDPOINT,
                series("swapped", Map.of("engine", "0"), SeriesKind.GAUGE, 9, 5, 9),
                counter("aborted_total", 10, 20, 40),
                histogram);

        ServerReport report =
                ServerReport.of(askingFor(page, "swapped", "aborted", "batch_size", "batch_sise"), metrics(0));

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
                        "Nobody says anything of batch_sise, which was asked for; the nearest that was kept is batch_size.");
    }

    private static ScrapeLog askingFor(Source page, String... names) {
        return new ScrapeLog(
                Instant.EPOCH,
                Duration.ofSeconds(1),
                MetricNames.KNOWN.alsoKeeping(List.of(names)),
                List.of(page),
                Optional.of(new Window(0, SECOND)),
                true);
    }

    @Test
    void aServerThatTheClientDoesNotKnowByNameIsHeldAgainstAllOfIt() throws IOException {
        Source page = new Source(
                "http://pod:8000/metrics", "", 3, Map.of(), List.of(counter("vllm:request_success_total", 0, 50, 100)));

        ServerReport report = ServerReport.of(log(page), metrics(0));

        assertThat(report.agreement()).containsExactly(new Agreement(ServerMetric.REQUESTS, 100, 100));
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void anotherServersRequestsAreNotHeldAgainstThisOne() throws IOException {
        Source page = page("http://other", counter("vllm:request_success_total", 0, 50, 100));

        assertThat(ServerReport.of(log(page), metrics(0)).agreement()).isEmpty();
    }

    @Test
    void aRunThatAskedNobodyHasNoServers() throws IOException {
        assertThat(FixedRun.report().servers()).isEmpty();
    }

    @Test
    void aFileThatIsNoneCostsOneSentence() throws IOException {
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
                    .contains("Output tokens per second", "- " + folder.serverMetrics());
            assertThat(JsonSchemas.objectionsToResult(FixedRun.written("json", RunReport.of(folder))))
                    .isEmpty();
        }
    }

    @Test
    void aFolderInPlaceOfTheFileCostsOneSentenceToo() throws IOException {
        RunFolder folder = FixedRun.copiedTo(path);
        Files.createDirectory(folder.serverMetrics());

        assertThat(RunReport.of(folder).servers().orElseThrow().notes())
                .singleElement()
                .asString()
                .startsWith(folder.serverMetrics() + " cannot be read: ");
    }

    @Test
    void aFileThatIsCutHasAReportOfWhatIsThere() throws IOException {
        RunFolder folder = FixedRun.withServers(path);
        byte[] whole = Files.readAllBytes(folder.serverMetrics());
        Files.write(folder.serverMetrics(), Arrays.copyOf(whole, 3 * whole.length / 4));

        ServerReport report = RunReport.of(folder).servers().orElseThrow();

        assertThat(report.notes()).first().asString().contains("was cut");
        assertThat(report.together().counts()).containsKey(ServerMetric.GENERATION_TOKENS);
    }

    @Test
    void whateverIsInTheFileTheRestOfTheReportIsMade() throws IOException {
        RunFolder folder = FixedRun.withServers(path);
        String whole = Files.readString(folder.serverMetrics());
        Random random = new Random(7);
        String[] pieces = {"null", "-1", "1e308", "[]", "{}", "\"", "\n", "true", "NaN", "9223372036854775807", ",", "0"
        };
        for (int i = 0; i < 400; i++) {
            StringBuilder spoilt = new StringBuilder(whole);
            for (int j = random.nextInt(3); j >= 0; j--) {
                int at = random.nextInt(spoilt.length());
                spoilt.replace(
                        at, Math.min(spoilt.length(), at + random.nextInt(9)), pieces[random.nextInt(pieces.length)]);
            }
            Files.writeString(folder.serverMetrics(), spoilt, StandardCharsets.UTF_8);

            RunReport report = RunReport.of(folder);

            assertThat(report.metrics().counts().answered())
                    .as(spoilt.toString())
                    .isEqualTo(146);
            assertThat(JsonSchemas.objectionsToResult(FixedRun.written("json", report)))
                    .isEmpty();
            assertThat(FixedRun.written("text", report)).startsWith("**INVALID**");
        }
    }
}
