// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LatencyStatistics;
import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Example 7: measures a server over HTTP in the Server scenario, with token latencies. The example starts the simulator as the server. Use
 * the URL of your own server instead.
 */
public final class Example07InferenceServer {

    private static final GenerationParameters PARAMETERS =
            GenerationParameters.builder().maxTokens(16).temperature(0).build();
    private static final List<InferenceRequest> REQUESTS = IntStream.range(0, 100)
            .mapToObj(
                    i -> new InferenceRequest(i, Prompt.of("What is special about the number " + i + "?"), PARAMETERS))
            .toList();

    private Example07InferenceServer() {}

    public static void main(String[] args) throws Exception {
        SimulatorConfig config = SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(20), Duration.ofMillis(5)))
                .build();
        try (SimulatedServer server = SimulatedServer.start(config)) {
            measure(server.uri().toString());
        }
    }

    private static void measure(String url) throws Exception {
        TestSettings settings = TestSettings.builder(Scenario.SERVER)
                .mode(TestMode.PERFORMANCE_ONLY)
                .serverTargetQps(100)
                .useTokenLatencies(true)
                .serverTtftLatency(Duration.ofSeconds(2))
                .serverTpotLatency(Duration.ofMillis(200))
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 5)))
                .build();
        OpenAiBackend backend =
                OpenAiBackend.builder(url).dialect(Dialect.VLLM_CHAT).build();
        try (LoadGenerator loadGen = new MlperfLoadGen();
                BackendSystemUnderTest sut = BackendSystemUnderTest.builder("server", REQUESTS::get)
                        .backend(backend)
                        .clientLimits(ClientLimits.NONE) // the simulator shares this process
                        .build()) {
            sut.start(Duration.ofMinutes(1));
            sut.warmUp(REQUESTS.subList(0, 8), Duration.ofMinutes(1));
            TestResult result = loadGen.run(
                    sut, QuerySampleLibrary.of("questions", REQUESTS), settings, LogSettings.in(Path.of("logs", "07")));
            TokenPerformance tokens =
                    result.performance().orElseThrow().tokens().orElseThrow();
            System.out.println(result.verdict() + " " + result.reasons());
            System.out.println(
                    "time to first token " + median(tokens.firstToken().orElseThrow()) + ", time per output token "
                            + median(tokens.timePerOutputToken().orElseThrow()));
            sut.endpointCounts().forEach(System.out::println);
        }
    }

    private static String median(LatencyStatistics times) {
        return times.percentile(50).toNanos() / 1000 + " µs";
    }
}
