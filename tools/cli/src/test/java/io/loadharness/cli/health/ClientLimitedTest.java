// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow on purpose, and slow servers. */
@Tag("timing")
@Timeout(120)
class ClientLimitedTest {

    private static final Duration NEVER = ClientLimits.NONE.sendDelay();
    private static final double ALWAYS = ClientLimits.NONE.threadShare();
    private static final Duration BLOCKED = Duration.ofMillis(60);

    @TempDir
    Path logs;

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void blockedReadThreadMakesTheRunClientLimited(String transport) {
        TestResult result = run(
                transport,
                fast(),
                new ClientLimits(NEVER, Duration.ofMillis(10), ALWAYS, ALWAYS, ALWAYS),
                atTheEnd(() -> LockSupport.parkNanos(BLOCKED.toNanos())),
                settings(Scenario.SINGLE_STREAM).minQueryCount(60).maxQueryCount(60));

        assertLimited(
                result,
                "client-limited: the (read delay of thread .*|whole client paused .*) in \\d+ of [\\d,]+ measurements; .*");
        assertThat(result.reasons()).anySatisfy(reason -> assertThat(reason.text())
                .contains(transport.equals("jdk") ? "SelectorManager" : "http-netty"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void slowIssueMakesTheRunClientLimited(String transport) {
        TestResult result = run(
                transport,
                fast(),
                new ClientLimits(Duration.ofMillis(10), NEVER, ALWAYS, ALWAYS, ALWAYS),
                (request, endpoint) -> {
                    LockSupport.parkNanos(BLOCKED.toNanos());
                    return null;
                },
                settings(Scenario.SERVER)
                        .serverTargetQps(1000)
                        .minQueryCount(60)
                        .maxQueryCount(60));

        assertLimited(result, "client-limited: the issue delay was .* for 10 of \\d+ queries; the limit is 10.0 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void garbageCollectionMakesTheRunClientLimited(String transport) {
        TestResult result = run(
                transport,
                fast(),
                new ClientLimits(NEVER, NEVER, ALWAYS, ALWAYS, 0.05),
                atTheEnd(System::gc),
                settings(Scenario.SINGLE_STREAM).minQueryCount(60).minDuration(Duration.ofMillis(1500)));

        assertLimited(result, "client-limited: garbage collection took .* % of the time; the limit is 5.0 %");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void slowServerDoesNotMakeTheRunClientLimited(String transport) {
        Duration far = Duration.ofSeconds(2);
        SimulatorConfig.Builder slow =
                SimulatorConfig.builder().pace(new Pace(Duration.ofSeconds(3), Duration.ofMillis(100)));

        TestResult result = run(
                transport,
                slow,
                new ClientLimits(far, far, ALWAYS, ALWAYS, ALWAYS),
                RequestObserver.NONE,
                settings(Scenario.SERVER)
                        .serverTargetQps(50)
                        .minQueryCount(60)
                        .maxQueryCount(60)
                        .serverTtftLatency(Duration.ofSeconds(60))
                        .serverTpotLatency(Duration.ofSeconds(60)));

        assertThat(result.clientLimited()).as("%s", result.reasons()).isFalse();
        assertThat(result.progress().completed()).isEqualTo(60);
    }

    private static void assertLimited(TestResult result, String reason) {
        assertThat(result.clientLimited()).as("%s", result.reasons()).isTrue();
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).anySatisfy(each -> assertThat(each.text()).matches(reason));
    }

    private static SimulatorConfig.Builder fast() {
        return SimulatorConfig.builder();
    }

    private static TestSettings.Builder settings(Scenario scenario) {
        return TestSettings.builder(scenario)
                .mode(TestMode.PERFORMANCE_ONLY)
                .minDuration(Duration.ZERO)
                .useTokenLatencies(true);
    }

    private TestResult run(
            String transport,
            SimulatorConfig.Builder server,
            ClientLimits limits,
            RequestObserver observer,
            TestSettings.Builder settings) {
        GenerationParameters parameters =
                GenerationParameters.builder().maxTokens(3).ignoreEos(true).build();
        try (SimulatedServer simulator = SimulatedServer.start(server.build());
                BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                                "limited", index -> new InferenceRequest(index, Prompt.of(index + 1, 2), parameters))
                        .backend(OpenAiBackend.builder(simulator.uri().toString())
                                .dialect(Dialect.VLLM_COMPLETIONS)
                                .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                                .build())
                        .observer(observer)
                        .clientLimits(limits)
                        .build();
                LoadGenerator loadGen = new MlperfLoadGen()) {
            return loadGen.run(sut, QuerySampleLibrary.ofSize("prompts", 16), settings.build(), LogSettings.in(logs));
        }
    }

    private static RequestObserver atTheEnd(Runnable work) {
        ResponseListener listener = new ResponseListener() {
            @Override
            public void firstToken(long nanos, Output first) {}

            @Override
            public void end(Response response) {
                work.run();
            }

            @Override
            public void failed(Failure failure, Timeline timeline) {}
        };
        return (request, endpoint) -> listener;
    }
}
