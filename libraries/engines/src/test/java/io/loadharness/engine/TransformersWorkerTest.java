// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.testkit.RecordedResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Runs the worker for transformers with a small model. The property is the path of a Python with torch and transformers. */
@Timeout(600)
@EnabledIfSystemProperty(named = "loadharness.python", matches = ".+")
class TransformersWorkerTest {

    private static final String PYTHON = System.getProperty("loadharness.python", "");

    @TempDir
    Path folder;

    private EngineProcess start() throws Exception {
        Path script = Path.of(
                Objects.requireNonNull(getClass().getResource("tiny_llama.py")).toURI());
        Path model = folder.resolve("model");
        assertThat(new ProcessBuilder(PYTHON, script.toString(), model.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        EngineProcess engine = PythonWorker.with("", folder)
                .command(List.of(
                        PYTHON,
                        "-m",
                        "loadharness_worker",
                        "transformers_generate",
                        "--model",
                        model.toString(),
                        "--device",
                        "cpu",
                        "--max-batch",
                        "0"))
                .build()
                .get(0);
        engine.start();
        return engine;
    }

    private static InferenceRequest request(int length, int tokens, boolean ignoreEos) {
        int[] ids = new int[length];
        Arrays.setAll(ids, i -> 3 + (i * 7 + length) % 250);
        return new InferenceRequest(
                0,
                Prompt.of(ids),
                GenerationParameters.builder()
                        .maxTokens(tokens)
                        .temperature(0)
                        .ignoreEos(ignoreEos)
                        .build());
    }

    @Test
    void batchReturnsTheSameTokensAsSingleRequests() throws Exception {
        try (EngineProcess engine = start()) {
            List<InferenceRequest> requests =
                    List.of(request(3, 20, true), request(17, 5, true), request(40, 33, true), request(1, 1, true));
            List<RecordedResponse> together = new ArrayList<>();
            requests.forEach(each -> together.add(new RecordedResponse()));
            engine.sendTogether(requests, together);
            for (int i = 0; i < requests.size(); i++) {
                RecordedResponse alone = new RecordedResponse();
                engine.send(requests.get(i), alone);
                int[] expected = alone.await().response().output().tokenIds();
                RecordedResponse batched = together.get(i).await();

                assertThat(expected)
                        .hasSize(requests.get(i).parameters().maxTokens().orElseThrow());
                assertThat(batched.response().output().tokenIds())
                        .as("request " + i)
                        .isEqualTo(expected);
                assertThat(batched.response().finishReason()).isEqualTo("length");
                assertThat(batched.response().usage().prompt())
                        .isEqualTo(requests.get(i).prompt().length());
                assertThat(batched.laterChunks()).hasSize(expected.length - 1);
            }
            assertThat(engine.health().detail()).startsWith("transformers 5");
        }
    }
}
