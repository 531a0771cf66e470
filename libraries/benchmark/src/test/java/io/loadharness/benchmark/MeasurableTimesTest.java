// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import io.loadharness.Verdict;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Metric;
import io.loadharness.schedule.Concurrency;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class MeasurableTimesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ttft.p99<2s           | ttft (first_token - sent)                   | ttft_scheduled.p99
            tpot.mean<1s          | tpot ((done - first_token) / (n - 1))       | tpot_scheduled.mean
            ntpot.p50<1s          | ntpot ((done - sent) / n)                   | latency_scheduled.p50
            latency.p99.9<2s      | latency (done - sent)                       | latency_scheduled.p99.9
            """)
    void aBackendThatOnlyReportsTheEndCannotMeetOtherRequirements(String required, String missing, String possible) {
        Benchmark benchmark = measuring((listener, now) -> {
                    listener.firstToken(now, Output.of(1));
                    listener.end(Response.of(new int[] {1, 2}, Timeline.endedAt(now)));
                })
                .require("failure_rate<=1%", required)
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessage("required: " + required + ", but the responses of stamps have no " + missing + ": require "
                        + possible + ", or let it report these times");
        assertThat(folder.resolve("run/records.cbor")).doesNotExist();
    }

    @Test
    void aBackendMeetsTheRequirementThatTheMessageNames() throws Exception {
        BenchmarkResult result = measuring((listener, now) -> {
                    listener.firstToken(now, Output.of(1));
                    listener.tokens(now, 1);
                    listener.end(Response.of(new int[] {1, 2}, Timeline.endedAt(now)));
                })
                .require("ttft_scheduled.p99<1h", "tpot_scheduled.mean<1h", "itl.max<1h", "latency_scheduled.p99.9<1h")
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void aBackendWithAllTimestampsMeetsARequirementOnTheFirstToken() throws Exception {
        BenchmarkResult result = measuring(MeasurableTimesTest::firstTokenAndEnd)
                .require("ttft.p99<1h", "tpot.p99<1h")
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
    }

    @Test
    void aBackendWithoutStreamsCanLimitTheLatency() {
        Benchmark benchmark = measuring(MeasurableTimesTest::onlyEnd)
                .streaming(false)
                .require("ttft.p99<2s")
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessageContaining(
                        "the responses of stamps have no ttft (first_token - sent): require latency.p99");
    }

    /** An empty first response does not show which times other responses have. */
    @Test
    void anEmptyFirstResponseIsNotJudged() throws Exception {
        BenchmarkResult result = measuring((listener, now) -> listener.end(new Response(
                        Output.of(""),
                        0,
                        TokenSource.USAGE,
                        Usage.UNKNOWN,
                        Usage.NONE,
                        "stop",
                        Timeline.builder().sent(now).done(now).build())))
                .require("ttft.p99<2s")
                .build()
                .run();

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ttft.p99<2s           | ttft (first_token - sent)                                | latency.p99
            ttft_content.p99<2s   | ttft_content (first_content - sent)                      | latency.p99
            ttft_scheduled.p99<2s | ttft_scheduled (first_reported - scheduled)              | latency.p99
            tpot_scheduled.p99<2s | tpot_scheduled ((reported - first_reported) / (n - 1))   | ntpot.p99
            itl.max<2s            | itl (gaps between chunks with tokens, of all requests; exact to the microsecond) | ntpot.max
            """)
    void buildRejectsTokenTimesWithoutStreaming(String required, String missing, String possible) {
        Benchmark.Builder builder = Benchmark.builder()
                .endpoint("http://localhost:1")
                .load(Concurrency.of(1).samples(1))
                .streaming(false)
                .require(required);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("required: " + required + ", but responses that are not streamed have no " + missing
                        + ": require " + possible + ", or remove streaming(false) (--no-streaming)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ntpot.p99<2s", "latency.p99<2s", "ttfb.p99<2s", "schedule_delay.p99<2s", "samples>=1"})
    void buildAcceptsOtherRequirementsWithoutStreaming(String required) {
        assertThat(Benchmark.builder()
                        .endpoint("http://localhost:1")
                        .load(Concurrency.of(1).samples(1))
                        .streaming(false)
                        .require(required)
                        .build())
                .isNotNull();
    }

    @Test
    void timesPerTokenNeedTokenCounts() throws Exception {
        SimulatorConfig config = SimulatorConfig.builder()
                .fault(FaultRule.every(1, Fault.MISSING_USAGE))
                .build();
        try (SimulatedServer server = SimulatedServer.start(config)) {
            Benchmark benchmark = Benchmark.builder()
                    .endpoints(Endpoints.builder(server.uri().toString())
                            .dialect(Dialect.OPENAI_CHAT)
                            .build())
                    .countTokens(false)
                    .load(Concurrency.of(1).samples(4))
                    .require("tpot.p99<1s")
                    .outputFolder(folder.resolve("run"))
                    .build();

            assertThatIllegalArgumentException()
                    .isThrownBy(benchmark::run)
                    .withMessage("required: tpot.p99<1s, but responses without token counts have no tpot ((done -"
                            + " first_token) / (n - 1)): require latency.p99, or set a tokenizer (--tokenizer), which"
                            + " counts on the client");
        }
    }

    @Test
    void timesPerTokenNeedTokenCountsOfOneServer() throws Exception {
        SimulatorConfig uncounted = SimulatorConfig.builder()
                .fault(FaultRule.every(1, Fault.MISSING_USAGE))
                .build();
        try (SimulatedServer first = SimulatedServer.start(uncounted);
                SimulatedServer second =
                        SimulatedServer.start(SimulatorConfig.builder().build())) {
            BenchmarkResult result = Benchmark.builder()
                    .endpoints(Endpoints.builder(
                                    first.uri().toString(), second.uri().toString())
                            .dialect(Dialect.OPENAI_CHAT)
                            .build())
                    .countTokens(false)
                    .load(Concurrency.of(2).samples(20))
                    .clientLimits(ClientLimits.NONE)
                    .require("tpot.p99<1h")
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.reasons()).isEmpty();
        }
    }

    @Test
    void oneOfSeveralBackendsIsEnough() throws Exception {
        BenchmarkResult result = measuring(MeasurableTimesTest::onlyFirstToken)
                .backend(new Stamps("second", MeasurableTimesTest::firstTokenAndEnd))
                .require("ttft.p99<1h")
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
    }

    @Test
    void noneOfSeveralBackendsIsNotEnough() {
        Benchmark benchmark = measuring(MeasurableTimesTest::onlyEnd)
                .backend(new Stamps("second", MeasurableTimesTest::onlyEnd))
                .streaming(false)
                .require("ttft.p99<2s")
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessage("required: ttft.p99<2s, but the responses of stamps and second have no ttft (first_token -"
                        + " sent): require latency.p99, or let one of them report these times");
    }

    @Test
    void aBackendIsNotRejectedIfTheServerNextToItStreams() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            BenchmarkResult result = measuring(MeasurableTimesTest::onlyFirstToken)
                    .endpoint(server.uri().toString())
                    .require("ttft.p99<1h")
                    .build()
                    .run();

            assertThat(result.reasons()).isEmpty();
        }
    }

    @Test
    void aServerIsNotRejectedIfTheBackendNextToItStreams() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            BenchmarkResult result = measuring(MeasurableTimesTest::firstTokenAndEnd)
                    .endpoint(server.uri().toString())
                    .streaming(false)
                    .require("ttft.p99<1h")
                    .build()
                    .run();

            assertThat(result.reasons()).isEmpty();
        }
    }

    @Test
    void aBackendThatCountsReasoningReportsTheFirstContent() {
        Benchmark benchmark = measuring((listener, now) -> reasoning(listener, now, 1))
                .require("ttft_content.p99<2s")
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessage("required: ttft_content.p99<2s, but the responses of stamps have no ttft_content"
                        + " (first_content - sent): require latency.p99, or let it report these times");
    }

    /** A response of reasoning only, or without a number of reasoning tokens, does not show if others report their content. */
    @ParameterizedTest
    @ValueSource(ints = {2, Usage.UNKNOWN})
    void aFirstResponseWithoutContentIsNotJudged(int reasoningTokens) throws Exception {
        BenchmarkResult result = measuring((listener, now) -> reasoning(listener, now, reasoningTokens))
                .require("ttft_content.p99<2s")
                .build()
                .run();

        assertThat(result.reasons())
                .extracting(Reason::text)
                .containsExactly("required: ttft_content.p99<2s, but this run has no ttft_content.p99");
    }

    @Test
    void aFirstResponseOfOneTokenIsNotJudged() throws Exception {
        BenchmarkResult result = measuring((listener, now) -> listener.end(Response.of(
                        new int[] {1},
                        Timeline.builder().sent(now).firstToken(now).done(now).build())))
                .countTokens(false)
                .require("tpot.p99<1s")
                .build()
                .run();

        assertThat(result.reasons())
                .extracting(Reason::text)
                .containsExactly("required: tpot.p99<1s, but this run has no tpot.p99");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            itl.p99<1s          | itl (gaps between chunks with tokens, of all requests; exact to the microsecond) | ntpot.p99
            coordination.p99<1s | coordination ((done - sent) - worker_done)                                       | latency.p99
            """)
    void buildRejectsTimesThatNoSystemHas(String required, String missing, String possible) {
        Benchmark.Builder builder = ofSystem().require(required);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("required: " + required + ", but the samples of a system under test have no " + missing
                        + ": require " + possible + ", or measure a backend in its place");
    }

    @Test
    void aSystemThatReportsFirstTokensMeetsAllOtherRequirements() throws Exception {
        String[] requirements = Stream.of(Metric.values())
                .filter(each -> each.unit() == Metric.Unit.NANOSECONDS)
                .filter(each -> !Set.of(Metric.ITL, Metric.COORDINATION, Metric.COORDINATION_TTFT)
                        .contains(each))
                .map(each -> each.id() + ".max<1h")
                .toArray(String[]::new);

        BenchmarkResult result = ofSystem().require(requirements).build().run();

        assertThat(result.reasons()).isEmpty();
    }

    private Benchmark.Builder ofSystem() {
        return Benchmark.builder()
                .systemUnderTest(new SystemUnderTest("tokens") {
                    @Override
                    public void issueQuery(Query query) {
                        for (QuerySample sample : query) {
                            sample.firstTokenComplete(1);
                            sample.complete(new int[] {1, 2});
                        }
                    }
                })
                .library(QuerySampleLibrary.ofSize("integers", 8))
                .load(Concurrency.of(2).samples(20))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }

    private static void onlyEnd(ResponseListener listener, long now) {
        listener.end(Response.of(
                new int[] {1, 2}, Timeline.builder().sent(now).done(now).build()));
    }

    private static void onlyFirstToken(ResponseListener listener, long now) {
        listener.firstToken(now, Output.of(1));
        onlyEnd(listener, now);
    }

    private static Timeline streamed(long now) {
        return Timeline.builder()
                .sent(now)
                .firstToken(now)
                .lastToken(now)
                .done(now)
                .build();
    }

    private static void firstTokenAndEnd(ResponseListener listener, long now) {
        listener.firstToken(now, Output.of(1));
        listener.end(Response.of(new int[] {1, 2}, streamed(now)));
    }

    /** Sends a response with two tokens, whose content has no time. */
    private static void reasoning(ResponseListener listener, long now, int reasoningTokens) {
        listener.firstToken(now, Output.of(1));
        listener.end(
                new Response(Output.of(1, 2), 2, TokenSource.IDS, reasoningTokens, Usage.NONE, "stop", streamed(now)));
    }

    private Benchmark.Builder measuring(BiConsumer<ResponseListener, Long> response) {
        return Benchmark.builder()
                .backend(new Stamps("stamps", response))
                .load(Concurrency.of(2).samples(20))
                .warmUps(0)
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }

    /** A backend that sends the response of a test. */
    private record Stamps(String name, BiConsumer<ResponseListener, Long> response) implements InferenceBackend {

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            response.accept(listener, System.nanoTime());
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
