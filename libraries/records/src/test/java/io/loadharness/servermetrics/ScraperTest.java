// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.PolledPage;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportOptions;
import io.loadharness.record.RunClock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScraperTest {

    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final String RUNNING = "# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running 3\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("server-metrics.jsonl");
    }

    private static PolledPage page(String url, String path) {
        return page(url, path, Duration.ofSeconds(30));
    }

    private static PolledPage page(String url, String path, Duration limit) {
        return OpenAiBackend.builder(url)
                .transport(HttpTransport.open(
                        "jdk",
                        TransportOptions.builder()
                                .threads(1)
                                .maxBodyBytes(1 << 20)
                                .limits(new TimeLimits(limit, limit, limit, limit))
                                .build()))
                .page(path, "text/plain");
    }

    private static Scraper.Builder of(PageServer server, Duration interval) {
        return Scraper.builder(MetricNames.KNOWN, interval).page(server.url(), List.of(page(server.url(), "/metrics")));
    }

    private static Scraper.Builder ofHanging(PageServer server) {
        PolledPage page = page(server.url(), "/metrics", Duration.ofMillis(500));
        return Scraper.builder(MetricNames.KNOWN, OFTEN).page(server.url(), List.of(page));
    }

    private ScrapeSummary record(Scraper scraper, ThrowingRun run) throws Exception {
        try (scraper) {
            Scraping scraping = scraper.start(file, new RunClock(Instant.now(), System.nanoTime()));
            run.go();
            return scraping.end(Optional.empty());
        }
    }

    private ScrapeSummary record(Scraper scraper) throws Exception {
        return record(scraper, () -> {});
    }

    /** Code that runs between the first scrape and the last. */
    @FunctionalInterface
    private interface ThrowingRun {
        void go() throws Exception;
    }

    @Test
    void aPageIsScrapedBeforeAndAfterARun() throws Exception {
        AtomicInteger value = new AtomicInteger();
        try (PageServer server = PageServer.start(exchange -> {
            PageServer.write(exchange, 200, RUNNING.replace("3", String.valueOf(value.get())));
        })) {
            value.set(1);

            ScrapeSummary summary = record(of(server, NEVER).build(), () -> value.set(2));

            assertThat(summary.sentence()).isEqualTo("Server metrics: 2 scrapes of 1 endpoint");
            ScrapeLog log = ScrapeLog.read(file);
            assertThat(log.complete()).isTrue();
            Source source = log.sources().get(0);
            assertThat(source.name()).isEqualTo(server.url() + "/metrics");
            assertThat(source.endpoint()).isEqualTo(server.url());
            List<Point> points = log.series(source, ServerMetric.RUNNING).get(0).points();
            assertThat(points).extracting(Point::value).containsExactly(1.0, 2.0);
            assertThat(points).extracting(Point::nanos).isSorted().allMatch(nanos -> nanos > 0);
            assertThat(points).allMatch(point -> point.sentNanos() > 0 && point.sentNanos() < point.nanos());
        }
    }

    @Test
    void aPageIsScrapedRepeatedlyDuringARun() throws Exception {
        Semaphore requested = new Semaphore(0);
        try (PageServer server = PageServer.start(exchange -> {
            PageServer.write(exchange, 200, RUNNING);
            requested.release();
        })) {
            ScrapeSummary summary = record(of(server, OFTEN).build(), () -> requested.acquire(10));

            assertThat(summary.scrapes()).isGreaterThanOrEqualTo(11);
            assertThat(summary.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 | no                          | HTTP status 404
            500 | no                          | HTTP status 500
            200 | <html>                      | the metrics response ends in the middle of line 1
            200 | <html>~                     | line 1, '<html>': expected a name at character 1
            200 | other_thing 3~              | the endpoint has none of the expected metrics
            200 | vllm:num_requests_running 3 | the metrics response ends in the middle of line 1
            """)
    void anInvalidPageIsAFailure(int status, String text, String why) throws Exception {
        try (PageServer server =
                PageServer.start(exchange -> PageServer.write(exchange, status, text.replace('~', '\n')))) {
            ScrapeSummary summary = record(of(server, NEVER).build());

            String reason = server.url() + "/metrics: " + why;
            assertThat(summary.failures()).containsExactly(Map.entry(reason, 2L));
            assertThat(summary.sentence())
                    .isEqualTo("Server metrics: 2 scrapes of 1 endpoint, 2 failed (2 × " + reason + ")");
            assertThat(ScrapeLog.read(file).sources().get(0).failures()).containsExactly(Map.entry(why, 2L));
        }
    }

    @Test
    void aTruncatedPageIsAFailure() throws Exception {
        try (PageServer server = PageServer.start(exchange -> {
            exchange.sendResponseHeaders(200, RUNNING.length() + 5);
            exchange.getResponseBody().write(RUNNING.getBytes(UTF_8));
        })) {
            assertThat(record(of(server, NEVER).build()).failed()).isEqualTo(2);
        }
    }

    @Test
    void aHugePageIsAFailure() throws Exception {
        String huge = "vllm:num_requests_running{a=\"" + "x".repeat(10 << 20) + "\"} 1\n";
        try (PageServer server = PageServer.responding(huge)) {
            ScrapeSummary summary = record(of(server, NEVER).build());

            assertThat(summary.failed()).isEqualTo(2);
            assertThat(summary.failures().keySet()).allMatch(reason -> reason.contains("larger than"));
        }
    }

    @Test
    void aPageThatHangsIsScrapedAgainAfterTheTimeout() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        Semaphore requested = new Semaphore(0);
        List<Long> pendingBefore = new CopyOnWriteArrayList<>();
        try (PageServer server = PageServer.start(exchange -> {
            int earlier = requests.getAndIncrement();
            pendingBefore.add(earlier - recordedFailures());
            requested.release();
            new CountDownLatch(1).await(); // until the end of the test
        })) {
            ScrapeSummary summary = record(ofHanging(server).build(), () -> requested.acquire(3));

            // negative if a scrape timed out before the server received its request
            assertThat(pendingBefore).hasSizeGreaterThanOrEqualTo(3).allMatch(pending -> pending <= 0);
            assertThat(summary.failed()).isEqualTo(summary.scrapes()).isGreaterThanOrEqualTo(3);
            assertThat(recordedFailures()).isEqualTo(summary.failed());
        }
    }

    private long recordedFailures() throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.contains("failure"))
                .count();
    }

    @Test
    void aServerThatDiesKeepsItsFirstScrape() throws Exception {
        try (PageServer server = PageServer.responding(RUNNING)) {
            ScrapeSummary summary = record(of(server, NEVER).build(), server::close);

            assertThat(summary.scrapes()).isEqualTo(2);
            assertThat(summary.failed()).isOne();
            ScrapeLog log = ScrapeLog.read(file);
            assertThat(log.series(log.sources().get(0), ServerMetric.RUNNING)
                            .get(0)
                            .points())
                    .hasSize(1);
        }
    }

    @Test
    void aSlowPageDoesNotDelayOthers() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Semaphore requested = new Semaphore(0);
        try (PageServer slow = PageServer.start(exchange -> never.await());
                PageServer fast = PageServer.start(exchange -> {
                    PageServer.write(exchange, 200, RUNNING);
                    requested.release();
                })) {
            Scraper scraper = ofHanging(slow)
                    .page(fast.url(), List.of(page(fast.url(), "/metrics")))
                    .build();

            ScrapeSummary summary = record(scraper, () -> requested.acquire(5));

            assertThat(summary.sources()).isEqualTo("2 endpoints");
            ScrapeLog log = ScrapeLog.read(file);
            assertThat(log.sources().get(0).failed()).isPositive();
            assertThat(log.sources().get(1).failed()).isZero();
            assertThat(log.sources().get(1).scrapes()).isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void aDecreasingCounterIsRecordedUnchanged() throws Exception {
        AtomicInteger value = new AtomicInteger(100);
        try (PageServer server = PageServer.start(exchange -> {
            PageServer.write(
                    exchange,
                    200,
                    "# TYPE vllm:prompt_tokens_total counter\nvllm:prompt_tokens_total " + value.getAndSet(1) + "\n");
        })) {
            assertThat(record(of(server, NEVER).build()).failures()).isEmpty();

            ScrapeLog log = ScrapeLog.read(file);
            assertThat(log.series(log.sources().get(0), ServerMetric.PROMPT_TOKENS)
                            .get(0)
                            .points())
                    .extracting(Point::value)
                    .containsExactly(100.0, 1.0);
        }
    }

    @Test
    void theSecondPageIsUsedIfTheFirstIsInvalid() throws Exception {
        try (PageServer server = PageServer.start(exchange -> PageServer.write(
                exchange, 200, exchange.getRequestURI().getPath().equals("/prometheus/metrics") ? RUNNING : "[]"))) {
            Scraper scraper = Scraper.builder(MetricNames.KNOWN, NEVER)
                    .page(
                            server.url(),
                            List.of(page(server.url(), "/metrics"), page(server.url(), "/prometheus/metrics")))
                    .build();

            assertThat(record(scraper).failures()).isEmpty();

            assertThat(server.requests()).isEqualTo(3);
        }
    }

    @Test
    void theResourceUsageOfAProcessIsRecorded() throws Exception {
        AtomicInteger requested = new AtomicInteger();
        Scraper scraper = Scraper.builder(MetricNames.KNOWN, NEVER)
                .process(
                        "process of replica 0",
                        "http://a",
                        () -> requested.incrementAndGet() == 1
                                ? Optional.of(new ProcessSample(1.25, 4096))
                                : Optional.empty())
                .build();

        ScrapeSummary summary = record(scraper);

        assertThat(summary.sentence())
                .isEqualTo("Server metrics: 2 scrapes of 1 process, 1 failed (process of replica 0: the process has"
                        + " ended)");
        ScrapeLog log = ScrapeLog.read(file);
        Source process = log.sources().get(0);
        assertThat(log.series(process, ServerMetric.PROCESS_CPU)
                        .get(0)
                        .points()
                        .get(0)
                        .value())
                .isEqualTo(1.25);
        assertThat(log.series(process, ServerMetric.PROCESS_MEMORY)
                        .get(0)
                        .points()
                        .get(0)
                        .value())
                .isEqualTo(4096);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void devicesAreScrapedIfTheProgramExists() throws Exception {
        Path program = Files.writeString(
                folder.resolve("nvidia-smi"), "#!/bin/sh\nwhile :; do echo '1, 0, 50, 100, 70.5'; sleep 0.05; done\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Scraper scraper = Scraper.builder(MetricNames.KNOWN, NEVER)
                .devices(folder + File.pathSeparator + "/nowhere")
                .build();

        ScrapeSummary summary = record(scraper);

        assertThat(summary.sentence()).isEqualTo("Server metrics: 2 scrapes of nvidia-smi");
        ScrapeLog log = ScrapeLog.read(file);
        assertThat(log.series(log.sources().get(0), ServerMetric.GPU_POWER)
                        .get(0)
                        .points())
                .extracting(Point::value)
                .containsExactly(70.5, 70.5);
        assertThat(Scraper.builder(MetricNames.KNOWN, NEVER)
                        .devices("/nowhere")
                        .build()
                        .start(file, new RunClock(Instant.now(), System.nanoTime()))
                        .end(Optional.empty())
                        .scrapes())
                .isZero();
    }

    @Test
    void aScraperRecordsConsecutiveRuns() throws Exception {
        try (PageServer server = PageServer.responding(RUNNING);
                Scraper scraper = of(server, NEVER).build()) {
            for (int run = 0; run < 3; run++) {
                Path own = folder.resolve("run-" + run);
                scraper.start(own, new RunClock(Instant.now(), System.nanoTime()))
                        .end(Optional.of(new Window(run, 7)));

                assertThat(ScrapeLog.read(own).window()).contains(new Window(run, 7));
            }
        }
    }

    @Test
    void abandonDeletesTheFile() throws Exception {
        try (PageServer server = PageServer.responding(RUNNING);
                Scraper scraper = of(server, NEVER).build()) {
            scraper.start(file, new RunClock(Instant.now(), System.nanoTime())).abandon();

            assertThat(file).doesNotExist();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsReported() throws Exception {
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        try (PageServer server = PageServer.responding(RUNNING)) {
            ScrapeSummary summary = record(of(server, OFTEN).build());

            assertThat(summary.sentence()).endsWith(file + " cannot be written: No space left on device");
        }
    }

    @Test
    void aMissingFolderIsReported() throws IOException {
        try (PageServer server = PageServer.responding(RUNNING);
                Scraper scraper = of(server, OFTEN).build()) {
            ScrapeSummary summary = scraper.start(
                            folder.resolve("no/such"), new RunClock(Instant.now(), System.nanoTime()))
                    .end(Optional.empty());

            assertThat(summary.trouble()).get().asString().contains("cannot be written");
        }
    }

    @Test
    void onlyTheFirstFailureReasonsAreKept() throws Exception {
        AtomicInteger requested = new AtomicInteger();
        Semaphore scraped = new Semaphore(0);
        try (PageServer server = PageServer.start(exchange -> {
            PageServer.write(exchange, 200, "reason " + requested.incrementAndGet() + " of many\n");
            scraped.release();
        })) {
            ScrapeSummary summary = record(of(server, Duration.ofMillis(1)).build(), () -> scraped.acquire(30));

            assertThat(summary.failures()).hasSizeLessThanOrEqualTo(21).containsKey("other reasons");
            assertThat(summary.sentence()).hasSizeLessThan(1000).contains("; …");
        }
    }
}
