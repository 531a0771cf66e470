// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.record.RunClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrapeLogTest {

    private static final Instant STARTED = Instant.parse("2026-01-02T03:04:05.000000006Z");
    private static final long ORIGIN = -17;
    private static final String PAGE = "http://server:8000/metrics";
    private static final String ENDPOINT = "http://server:8000";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("server-metrics.jsonl");
    }

    @Test
    void aLineWithoutEndIsRejected() throws IOException {
        Files.write(file, new byte[20_000_000]);

        assertThatThrownBy(() -> ScrapeLog.read(file))
                .isInstanceOf(ScrapeException.class)
                .hasMessage(file + " has a line of more than 16777216 characters: it is not a server metrics file");
    }

    /** Returns the log of a single scrape of one metrics endpoint. */
    private ScrapeLog logOf(Reading... readings) throws IOException {
        try (ScrapeWriter writer = writer()) {
            writer.scraped(writer.source(PAGE, ENDPOINT), Probe.Result.of(ORIGIN, List.of(readings)));
        }
        return ScrapeLog.read(file);
    }

    private ScrapeWriter writer() throws IOException {
        return new ScrapeWriter(file, new RunClock(STARTED, ORIGIN), Duration.ofMillis(1500), MetricNames.KNOWN);
    }

    private static Reading gauge(String name, double value) {
        return Reading.of(name, Map.of("model_name", "a \"b\""), SeriesKind.GAUGE, value);
    }

    private static Reading histogram(String name, double sum, double... buckets) {
        return new Reading(
                name, Map.of(), SeriesKind.HISTOGRAM, List.of(0.1, 1e10), buckets[buckets.length - 1], sum, buckets);
    }

    private void writeAll() throws IOException {
        try (ScrapeWriter writer = writer()) {
            int page = writer.source(PAGE, ENDPOINT);
            int devices = writer.source("nvidia-smi", "");
            writer.scraped(page, Probe.Result.of(ORIGIN + 5, List.of(gauge("vllm:num_requests_running", 3))));
            writer.failed(page, ORIGIN + 6, "HTTP status 500");
            writer.failed(page, ORIGIN + 7, "HTTP status 500");
            writer.scraped(devices, Probe.Result.of(ORIGIN + 8, List.of(gauge("nvidia_smi_power_draw", 71.25))));
            writer.scraped(
                    page,
                    new Probe.Result(
                            ORIGIN + 7,
                            ORIGIN + 9,
                            List.of(
                                    gauge("vllm:num_requests_running", 1e300),
                                    histogram("vllm:time_to_first_token_seconds", 1.5, 1, 2, 4))));
            writer.window(new Window(6, 8));
            writer.end();
        }
    }

    @Test
    void aWrittenLogIsRead() throws IOException {
        writeAll();

        ScrapeLog log = ScrapeLog.read(file);

        assertThat(log.started()).isEqualTo(STARTED);
        assertThat(log.interval()).isEqualTo(Duration.ofMillis(1500));
        assertThat(log.window()).contains(new Window(6, 8));
        assertThat(log.complete()).isTrue();
        assertThat(log.sources()).extracting(Source::name).containsExactly(PAGE, "nvidia-smi");
        Source page = log.sources().get(0);
        assertThat(page.endpoint()).isEqualTo(ENDPOINT);
        assertThat(page.scrapes()).isEqualTo(4);
        assertThat(page.failures()).containsExactly(Map.entry("HTTP status 500", 2L));
        assertThat(page.failed()).isEqualTo(2);
        Series running = log.series(page, ServerMetric.RUNNING).get(0);
        assertThat(running.name()).isEqualTo("vllm:num_requests_running");
        assertThat(running.labels()).containsExactly(Map.entry("model_name", "a \"b\""));
        assertThat(running.points()).extracting(Point::nanos).containsExactly(5L, 9L);
        assertThat(running.points()).extracting(Point::sentNanos).containsExactly(5L, 7L);
        assertThat(running.points()).extracting(Point::value).containsExactly(3.0, 1e300);
        Series ttft = log.series(page, ServerMetric.TTFT).get(0);
        assertThat(ttft.bounds()).containsExactly(0.1, 1e10);
        Point counted = ttft.points().get(0);
        assertThat(counted.sentNanos()).isEqualTo(7);
        assertThat(counted.value()).isEqualTo(4);
        assertThat(counted.sum()).isEqualTo(1.5);
        assertThat(counted.buckets()).containsExactly(1, 2, 4);
        assertThat(log.series(log.sources().get(1), ServerMetric.GPU_POWER))
                .singleElement()
                .satisfies(power -> assertThat(power.points().get(0).value()).isEqualTo(71.25));
    }

    @Test
    void aTruncatedFileIsReadAsFarAsPossible() throws IOException {
        writeAll();
        byte[] whole = Files.readAllBytes(file);
        int header = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;
        long before = 0;
        for (int length = header; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            ScrapeLog log = ScrapeLog.read(file);

            long scrapes = log.sources().stream().mapToLong(Source::scrapes).sum();
            assertThat(log.complete()).isFalse();
            assertThat(scrapes).isGreaterThanOrEqualTo(before);
            before = scrapes;
        }
        assertThat(before).isEqualTo(5);
    }

    @Test
    void scrapesAreInTheFileBeforeTheWriterIsClosed() throws IOException {
        try (ScrapeWriter writer = writer()) {
            int page = writer.source(PAGE, ENDPOINT);
            writer.scraped(page, Probe.Result.of(ORIGIN, List.of(gauge("vllm:num_requests_running", 3))));

            assertThat(ScrapeLog.read(file).sources().get(0).scrapes()).isOne();
        }
    }

    @Test
    void valuesThatAreNotFiniteAreLeftOut() throws IOException {
        try (ScrapeWriter writer = writer()) {
            int page = writer.source(PAGE, ENDPOINT);
            writer.scraped(page, Probe.Result.of(ORIGIN, List.of(gauge("vllm:num_requests_running", Double.NaN))));
            writer.scraped(
                    page,
                    Probe.Result.of(ORIGIN + 1, List.of(gauge("vllm:num_requests_running", Double.POSITIVE_INFINITY))));
            writer.scraped(page, Probe.Result.of(ORIGIN + 2, List.of(gauge("vllm:num_requests_running", 2))));
        }

        ScrapeLog log = ScrapeLog.read(file);

        assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING))
                .singleElement()
                .satisfies(running ->
                        assertThat(running.points()).extracting(Point::nanos).containsExactly(2L));
    }

    @ParameterizedTest
    @CsvSource({
        "RUNNING, vllm:num_requests_running",
        "RUNNING, trtllm:num_requests_running",
        "PROMPT_TOKENS, vllm:prompt_tokens",
        "PROMPT_TOKENS, vllm_prompt_tokens_total",
        "PREEMPTIONS, vllm:num_preemptions",
        "PREEMPTIONS, vllm:num_preemptions_total",
        "GENERATION_TOKENS, llamacpp:tokens_predicted_total",
        "REQUESTS, tgi_request_success"
    })
    void everySpellingOfANameIsKnown(ServerMetric metric, String name) throws IOException {
        ScrapeLog log = logOf(Reading.of(name, Map.of(), metric.kind(), 3));

        assertThat(MetricNames.KNOWN.isWanted(name)).isTrue();
        assertThat(log.series(log.sources().get(0), metric)).hasSize(1);
    }

    @Test
    void partsOfAHistogramCanBeCounters() throws IOException {
        ScrapeLog log = logOf(
                histogram("tgi_request_generated_tokens", 77, 1, 2, 5),
                histogram("sglang:e2e_request_latency_seconds", 1.5, 1, 2, 4));

        assertThat(MetricNames.KNOWN.isWanted("tgi_request_generated_tokens")).isTrue();
        assertThat(log.series(log.sources().get(0), ServerMetric.GENERATION_TOKENS))
                .singleElement()
                .satisfies(tokens -> assertThat(tokens.points().get(0).value()).isEqualTo(77));
        assertThat(log.series(log.sources().get(0), ServerMetric.REQUESTS))
                .singleElement()
                .satisfies(
                        requests -> assertThat(requests.points().get(0).value()).isEqualTo(4));
    }

    @Test
    void theFirstOfTwoNamesOfASourceIsUsed() throws IOException {
        ScrapeLog log = logOf(
                histogram("vllm:time_per_output_token_seconds", 1, 1, 1, 1),
                histogram("vllm:inter_token_latency_seconds", 2, 2, 2, 2));

        assertThat(log.series(log.sources().get(0), ServerMetric.ITL))
                .extracting(Series::name)
                .containsExactly("vllm:inter_token_latency_seconds");
    }

    @Test
    void aSeriesOfAnotherKindIsNotTheMetric() throws IOException {
        ScrapeLog log = logOf(histogram("vllm:num_requests_running", 1, 1, 1, 1));

        assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING)).isEmpty();
    }

    @Test
    void addedNamesAreInTheFile() throws IOException {
        MetricNames names = MetricNames.KNOWN
                .with(Map.of(ServerMetric.RUNNING, List.of("my:active")))
                .withAdditional(List.of("my:temperature"));
        try (ScrapeWriter writer =
                new ScrapeWriter(file, new RunClock(STARTED, ORIGIN), Duration.ofSeconds(1), names)) {
            int page = writer.source(PAGE, ENDPOINT);
            writer.scraped(page, Probe.Result.of(ORIGIN, List.of(gauge("my:active", 3), gauge("my:temperature", 40))));
        }

        ScrapeLog log = ScrapeLog.read(file);

        assertThat(names.isWanted("my:temperature")).isTrue();
        assertThat(log.names().additional()).containsExactly("my:temperature");
        assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING))
                .extracting(Series::name)
                .containsExactly("my:active");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\n",
                "[]\n",
                "{\"t_ns\":1,\"source\":0,\"values\":{\"0\":1}}\n",
                "{\"series\":1,\"source\":0,\"name\":\"a\",\"labels\":{},\"kind\":\"gauge\"}\n",
                "{\"series\":0,\"source\":0,\"name\":\"a\",\"labels\":{},\"kind\":\"sum\"}\n",
                "{\"source\":0,\"name\":7,\"endpoint\":\"\"}\n",
                "{\"window_ns\":[1]}\n",
                "{\"scrapes\":3}\n",
                "{\"scrapes\":0}\n{\"scrapes\":0}\n"
            })
    void anInvalidLineIsReportedWithItsNumber(String line) throws IOException {
        writer().close();
        Files.writeString(file, Files.readString(file) + line);

        assertThatThrownBy(() -> ScrapeLog.read(file))
                .isInstanceOf(ScrapeException.class)
                .hasMessageStartingWith(file + ", line ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"format\":\"loadharness-server-metrics\"",
                "{}\n",
                "{\"format\":\"other\",\"version\":1}\n"
            })
    void otherFilesAreRejected(String text) throws IOException {
        Files.writeString(file, text);

        assertThatThrownBy(() -> ScrapeLog.read(file))
                .isInstanceOf(ScrapeException.class)
                .hasMessageStartingWith(file.toString());
    }
}
