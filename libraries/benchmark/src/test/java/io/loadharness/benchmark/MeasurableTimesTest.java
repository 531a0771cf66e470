// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import io.loadharness.schedule.Concurrency;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.util.function.BiConsumer;
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
        BenchmarkResult result = measuring((listener, now) -> {
                    listener.firstToken(now, Output.of(1));
                    listener.end(Response.of(
                            new int[] {1, 2},
                            Timeline.builder()
                                    .sent(now)
                                    .firstToken(now)
                                    .lastToken(now)
                                    .done(now)
                                    .build()));
                })
                .require("ttft.p99<1h", "tpot.p99<1h")
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
    }

    @Test
    void aBackendWithoutStreamsCanLimitTheLatency() {
        Benchmark benchmark = measuring((listener, now) -> listener.end(Response.of(
                        new int[] {1, 2}, Timeline.builder().sent(now).done(now).build())))
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

    private Benchmark.Builder measuring(BiConsumer<ResponseListener, Long> response) {
        return Benchmark.builder()
                .backend(new Stamps(response))
                .load(Concurrency.of(2).samples(20))
                .warmUps(0)
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }

    /** A backend that sends the response of a test. */
    private record Stamps(BiConsumer<ResponseListener, Long> response) implements InferenceBackend {

        @Override
        public String name() {
            return "stamps";
        }

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
