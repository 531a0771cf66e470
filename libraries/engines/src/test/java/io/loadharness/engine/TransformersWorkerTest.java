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

    private static InferenceRequest request(int length, int tokens, boolean ignoreEos, String... stop) {
        int[] ids = new int[length];
        Arrays.setAll(ids, i -> 3 + (i * 7 + length) % 250);
        return new InferenceRequest(
                0,
                Prompt.of(ids),
                GenerationParameters.builder()
                        .maxTokens(tokens)
                        .temperature(0)
                        .ignoreEos(ignoreEos)
                        .stop(stop)
                        .build());
    }

    private static List<RecordedResponse> sendTogether(EngineProcess engine, List<InferenceRequest> requests) {
        List<RecordedResponse> together = new ArrayList<>();
        requests.forEach(each -> together.add(new RecordedResponse()));
        engine.sendTogether(requests, together);
        return together;
    }

    @Test
    void batchReturnsTheSameTokensAsSingleRequests() throws Exception {
        try (EngineProcess engine = start()) {
            List<InferenceRequest> requests =
                    List.of(request(3, 20, true), request(17, 5, true), request(40, 33, true), request(1, 1, true));
            List<RecordedResponse> together = sendTogether(engine, requests);
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

    /** The padding token of the model is not an end token. */
    @Test
    void stopStringEndsOnlyItsSequence() throws Exception {
        try (EngineProcess engine = start()) {
            RecordedResponse whole = new RecordedResponse();
            engine.send(request(3, 20, true), whole);
            int[] ids = whole.await().response().output().tokenIds();
            String stop = Character.toString('a' + ids[3]); // each token of the model is one character

            for (boolean ignoreEos : List.of(false, true)) {
                List<RecordedResponse> together = sendTogether(
                        engine, List.of(request(3, 20, ignoreEos, stop), request(17, 20, ignoreEos, stop)));
                RecordedResponse stopped = together.get(0).await();
                RecordedResponse other = together.get(1).await();

                assertThat(stopped.response().output().tokenIds()).isEqualTo(Arrays.copyOf(ids, 4));
                assertThat(stopped.response().finishReason()).isEqualTo("stop");
                assertThat(stopped.response().usage().completion()).isEqualTo(4);
                assertThat(other.response().output().tokenIds()).hasSize(20);
                assertThat(other.response().finishReason()).isEqualTo("length");
            }
        }
    }
}
