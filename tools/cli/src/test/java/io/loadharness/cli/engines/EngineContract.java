// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseForm;
import io.loadharness.inference.TokenSource;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of runs against an engine of another project. Its model never ends a completion by itself. */
@Tag("real-engine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
abstract class EngineContract {

    static final int TOKENS = 8;
    private static final int SAMPLES = 60;
    private static final int CONCURRENCY = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final double PERCENTILE_FOR_FEW_SAMPLES = 0.9;

    private EngineProcess engine;

    @TempDir
    Path logs;

    /** Starts the engine, which this class closes. */
    abstract EngineProcess start() throws Exception;

    /** Returns the dialects of the engine, each with the source of token counts with and without streaming. */
    abstract Map<Dialect, List<TokenSource>> counted();

    @BeforeAll
    void startEngine() throws Exception {
        engine = start();
        try (BackendSystemUnderTest sut = system(Dialect.OPENAI_CHAT, true, "jdk", new ResponseCollector(), true)) {
            sut.start(PATIENCE);
        }
    }

    @AfterAll
    void stopEngine() {
        engine.close();
    }

    String url() {
        return engine.url();
    }

    Stream<Arguments> runs() {
        return counted().keySet().stream()
                .flatMap(dialect -> Stream.of("jdk", "netty").flatMap(transport -> Stream.of(true, false)
                        .map(streaming -> arguments(dialect, transport, streaming))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void serverAndOfflineRunsAreValidAndExact(Dialect dialect, String transport, boolean streaming) {
        TokenSource source = counted().get(dialect).get(streaming ? 0 : 1);
        boolean counts = source != TokenSource.NONE;
        for (Scenario scenario : List.of(Scenario.SERVER, Scenario.OFFLINE)) {
            ResponseCollector answered = new ResponseCollector();
            try (BackendSystemUnderTest sut = system(dialect, streaming, transport, answered, counts)) {
                boolean timed = counts && (streaming || scenario == Scenario.OFFLINE);
                TestResult result = run(sut, scenario, timed);
                EndpointCounts endpoint = sut.endpointCounts().get(0);
                long samples = result.progress().completed();

                assertThat(result.reasons()).isEmpty();
                assertThat(result.verdict()).isEqualTo(Verdict.VALID);
                assertThat(samples).isGreaterThanOrEqualTo(SAMPLES);
                assertThat(endpoint.sent()).isEqualTo(samples);
                assertThat(endpoint.completed()).isEqualTo(samples);
                assertThat(endpoint.tokens()).isEqualTo(counts ? samples * TOKENS : 0);
                assertThat(answered.responses()).hasSize((int) samples).allSatisfy(each -> {
                    assertThat(each.tokenSource()).isEqualTo(source);
                    assertThat(each.finishReason()).isIn("length", "limit");
                });
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SINGLE_STREAM", "SERVER"})
    void tokenTimesMatchTheLogOfLoadGen(Scenario scenario) {
        Dialect dialect = counted().entrySet().stream()
                .filter(each -> each.getValue().get(0) != TokenSource.NONE)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        assumeTrue(dialect != null, "the streams of this engine say nothing of their tokens");
        ResponseCollector answered = new ResponseCollector();
        try (BackendSystemUnderTest sut = system(dialect, true, "netty", answered, true)) {
            TokenPerformance logged = run(sut, scenario, true)
                    .performance()
                    .orElseThrow()
                    .tokens()
                    .orElseThrow();

            assertThat(logged.firstToken().orElseThrow().mean())
                    .isCloseTo(answered.meanToFirstToken(), error(answered.meanToFirstToken()));
            assertThat(logged.timePerOutputToken().orElseThrow().mean())
                    .isCloseTo(answered.meanPerToken(), error(answered.meanPerToken()));
        }
    }

    /**
     * Returns the maximum mean delay from the timestamp of LoadHarness to the timestamp of LoadGen. It is large, because the engine keeps
     * all CPUs busy.
     */
    private static Duration error(Duration mean) {
        return Duration.ofMillis(2).plus(mean.dividedBy(100));
    }

    /** Creates a system under test for the engine. The caller closes it. */
    BackendSystemUnderTest system(
            Dialect dialect, boolean streaming, String transport, ResponseCollector answered, boolean tokensRequired) {
        GenerationParameters parameters =
                GenerationParameters.builder().maxTokens(TOKENS).temperature(0).build();
        return BackendSystemUnderTest.builder(
                        "engine",
                        index -> new InferenceRequest(index, Prompt.of("No. " + index + ": a bicycle"), parameters))
                .backend(OpenAiBackend.builder(url())
                        .dialect(dialect)
                        .streaming(streaming)
                        .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                        .build())
                .concurrency(CONCURRENCY)
                .clientLimits(ClientLimits.NONE)
                .responseForm(dialect == Dialect.LLAMA_CPP ? ResponseForm.TOKEN_IDS : ResponseForm.TEXT)
                .tokensRequired(tokensRequired)
                .observer((request, endpoint) -> answered)
                .build();
    }

    TestResult run(BackendSystemUnderTest sut, Scenario scenario, boolean tokenTimes) {
        TestSettings.Builder settings = TestSettings.builder(scenario)
                .mode(TestMode.PERFORMANCE_ONLY)
                .minDuration(Duration.ZERO)
                .minQueryCount(SAMPLES)
                .useTokenLatencies(tokenTimes);
        if (scenario == Scenario.SERVER) {
            settings.serverTargetQps(50)
                    .serverTargetLatencyPercentile(PERCENTILE_FOR_FEW_SAMPLES)
                    .serverTargetLatency(PATIENCE)
                    .serverTtftLatency(PATIENCE)
                    .serverTpotLatency(PATIENCE);
        }
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            return loadGen.run(sut, QuerySampleLibrary.ofSize("prompts", 32), settings.build(), LogSettings.in(logs));
        }
    }
}
