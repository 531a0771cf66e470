// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.soak;

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
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.loadgen.MlperfLoadGen;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A program that sends at full speed, run after run over the same connections, and prints a {@link ResourceSample} after
 * each run.
 */
final class SoakClient {

    private static final int LEAST_ROUNDS = 6;
    private static final int LIBRARY = 64;
    private static final int CONCURRENCY = 64;
    private static final Duration NO_BOUND = Duration.ofHours(1);
    private static final GenerationParameters PARAMETERS =
            GenerationParameters.builder().maxTokens(16).ignoreEos(true).build();

    private final BackendSystemUnderTest sut;
    private final Path logs;

    private SoakClient(BackendSystemUnderTest sut, Path logs) {
        this.sut = sut;
        this.logs = logs;
    }

    /** Takes the address of a server, the name of a transport, a duration, and a folder for logs. */
    public static void main(String[] arguments) throws IOException {
        OpenAiBackend server = OpenAiBackend.builder(arguments[0])
                .dialect(Dialect.VLLM_COMPLETIONS)
                .transport(HttpTransport.open(arguments[1], TransportOptions.DEFAULTS))
                .build();
        try (BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                        "soak", index -> new InferenceRequest(index, Prompt.of(index, 2, 3), PARAMETERS))
                .backend(server)
                .concurrency(CONCURRENCY)
                .clientLimits(ClientLimits.NONE)
                .build()) {
            new SoakClient(sut, Path.of(arguments[3])).goOn(Duration.parse(arguments[2]));
        }
    }

    private void goOn(Duration duration) throws IOException {
        long begin = System.nanoTime();
        int samples = (int) Math.min(10_000, Math.max(1_000, 100 * duration.toSeconds()));
        for (int round = 0; round < LEAST_ROUNDS || System.nanoTime() - begin < duration.toNanos(); round++) {
            run(round % 2 == 0 ? Scenario.OFFLINE : Scenario.SERVER, samples);
            EndpointCounts counts = sut.endpointCounts().get(0);
            System.out.println(ResourceSample.now(System.nanoTime() - begin, counts.completed(), counts.tokens()));
        }
    }

    /** Runs a scenario. In the server scenario, all samples are scheduled almost at once. */
    private void run(Scenario scenario, int samples) {
        TestSettings.Builder settings = TestSettings.builder(scenario)
                .mode(TestMode.PERFORMANCE_ONLY)
                .minDuration(Duration.ZERO)
                .minQueryCount(samples)
                .useTokenLatencies(true);
        if (scenario == Scenario.SERVER) {
            settings.serverTargetQps(100_000).serverTtftLatency(NO_BOUND).serverTpotLatency(NO_BOUND);
        }
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            TestResult result = loadGen.run(
                    sut, QuerySampleLibrary.ofSize("prompts", LIBRARY), settings.build(), LogSettings.in(logs));
            if (result.verdict() != Verdict.VALID || result.progress().completed() < samples) {
                throw new IllegalStateException(scenario + " is " + result.verdict() + ": " + result.reasons());
            }
        }
    }
}
