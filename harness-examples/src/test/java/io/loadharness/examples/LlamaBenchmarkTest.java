// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.llama.LlamaBackend;
import io.loadharness.llama.TinyModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlamaBenchmarkTest {

    private static final int TOKENS = 12;

    @TempDir
    Path folder;

    @Test
    void loadGenMeasuresTheModel() throws Exception {
        Path model = TinyModel.write(folder.resolve("tiny.gguf"));
        Path prompts = Files.writeString(
                folder.resolve("prompts.jsonl"),
                "{\"prompt\":\"tena di\"}\n{\"prompt\":\"sa\"}\n{\"prompt\":\"nelo\"}\n");
        try (LlamaBackend backend = LlamaBackend.builder(model).threads(1).build()) {
            BenchmarkResult result = Benchmark.builder()
                    .backend(backend)
                    .dataset(prompts)
                    .generation(GenerationParameters.builder()
                            .maxTokens(TOKENS)
                            .ignoreEos(true)
                            .build())
                    .scenario(Scenario.SINGLE_STREAM, Scenario.SERVER, Scenario.OFFLINE)
                    .targetQps(Scenario.SERVER, 300)
                    .targetQps(Scenario.OFFLINE, 1000)
                    .minQueries(500)
                    .minDuration(Duration.ofMillis(1))
                    .ttftBound(Duration.ofSeconds(60))
                    .tpotBound(Duration.ofSeconds(60))
                    .clientLimits(ClientLimits.NONE)
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.runs()).hasSize(3).allSatisfy(run -> {
                assertThat(run.verdict()).as("%s", run.reasons()).isEqualTo(Verdict.VALID);
                assertThat(run.metric("failed").asDouble()).isZero();
                assertThat(run.metric("output_tokens.mean").asDouble()).isEqualTo(TOKENS);
                assertThat(run.metric("ttft.p50").asDouble())
                        .isPositive()
                        .isLessThan(run.metric("latency.p50").asDouble());
            });
        }
    }
}
