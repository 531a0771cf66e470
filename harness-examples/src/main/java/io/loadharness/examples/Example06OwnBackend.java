// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.time.Duration;

/** Example 6, your own backend: measures {@link EngineBackend} in the SingleStream scenario, with token latencies. */
public final class Example06OwnBackend {

    private Example06OwnBackend() {}

    public static void main(String[] args) throws Exception {
        TestSettings settings = TestSettings.builder(Scenario.SINGLE_STREAM)
                .mode(TestMode.PERFORMANCE_ONLY)
                .useTokenLatencies(true)
                .singleStreamExpectedLatency(Duration.ofNanos(10_000))
                .minDuration(Duration.ofSeconds(Integer.getInteger("seconds", 5)))
                .build();
        try (LoadGenerator loadGen = new MlperfLoadGen();
                BackendSystemUnderTest sut = BackendSystemUnderTest.builder("engine", Example06OwnBackend::request)
                        .backend(new EngineBackend())
                        .build()) {
            sut.start(Duration.ofSeconds(10));
            TestResult result = loadGen.run(
                    sut, QuerySampleLibrary.ofSize("prompts", 256), settings, LogSettings.in(Path.of("logs", "06")));
            TokenPerformance tokens =
                    result.performance().orElseThrow().tokens().orElseThrow();
            System.out.println(result.verdict() + ", "
                    + sut.endpointCounts().get(0).tokens() + " tokens, median time to" + " first token "
                    + tokens.firstToken().orElseThrow().percentile(50).toNanos() / 1000 + " µs");
        }
    }

    private static InferenceRequest request(int index) {
        return InferenceRequest.of(index, Prompt.of(index, index + 1, index + 2, index + 3));
    }
}
