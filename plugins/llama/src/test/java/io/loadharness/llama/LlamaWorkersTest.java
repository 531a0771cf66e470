// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Failure;
import io.loadharness.engine.EngineProcess;
import io.loadharness.engine.IsolatedEngine;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.testkit.RecordedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Runs llama.cpp in worker processes: isolated, and with the worker for llama-cpp-python. */
@Timeout(300)
class LlamaWorkersTest {

    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void writeModel() throws IOException {
        model = TinyModel.write(folder.resolve("tiny.gguf"));
    }

    private EngineProcess isolated() {
        Map<String, String> options =
                Map.of("model", model.toString(), "threads", "1", "context", String.valueOf(TinyModel.MAX_CONTEXT));
        return IsolatedEngine.of("llama", options, List.of())
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0);
    }

    /** Starts the worker for llama-cpp-python. The property is the path of a Python with this package. */
    private EngineProcess python() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("integrations/python"))) {
            here = here.getParent();
        }
        return EngineProcess.builder()
                .command(List.of(System.getProperty("loadharness.python"), "-m", "loadharness_worker", "llama_cpp"))
                .environment("PYTHONPATH", here.resolve("integrations/python").toString())
                .environment("PYTHONDONTWRITEBYTECODE", "1")
                .option("model", model.toString())
                .option("n_ctx", "256")
                .option("n_threads", "1")
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0);
    }

    private static InferenceRequest exactly(int tokens, int seed) {
        return new InferenceRequest(
                0,
                Prompt.of(new Random(seed).ints(10, 5, 512).toArray()),
                GenerationParameters.builder()
                        .maxTokens(tokens)
                        .temperature(0)
                        .ignoreEos(true)
                        .build());
    }

    private static RecordedResponse send(InferenceBackend backend, InferenceRequest request) {
        RecordedResponse response = new RecordedResponse();
        backend.send(request, response);
        return response;
    }

    @Test
    void cancelledRequestKeepsTheOthersInAWorker() throws Exception {
        try (EngineProcess engine = isolated()) {
            engine.start();
            List<RecordedResponse> endless = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                endless.add(send(engine, exactly(TinyModel.MAX_CONTEXT - 100, i)));
            }
            engine.cancelRequest(endless.get(1));

            assertThat(endless.get(1).await().failure())
                    .isEqualTo(new Failure(Failure.Kind.CANCELLED, "the request was cancelled"));
            while (!engine.health().ready()) { // until llama.cpp has ended this request
                Thread.sleep(1);
            }
            engine.cancelRequests();
            assertThat(endless.get(0).await().failure().message()).isEqualTo("the run ended before the response");
            assertThat(endless.get(2).await().failure().message()).isEqualTo("the run ended before the response");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "loadharness.python", matches = ".+")
    void pythonGeneratesTheSameTokens() throws Exception {
        try (EngineProcess python = python();
                LlamaBackend inProcess =
                        LlamaBackend.builder(model).context(256).threads(1).build()) {
            python.start();
            inProcess.start();
            for (int i = 0; i < 4; i++) {
                InferenceRequest request = exactly(5 + 20 * i, i);
                python.check(request);
                Response expected = send(inProcess, request).await().response();
                RecordedResponse recorded = send(python, request).await();
                Response actual = recorded.response();

                assertThat(actual.output().tokenIds())
                        .isEqualTo(expected.output().tokenIds());
                assertThat(actual.output().text()).isEqualTo(expected.output().text());
                assertThat(actual.usage()).isEqualTo(expected.usage());
                assertThat(actual.finishReason()).isEqualTo("length");
                assertThat(recorded.laterChunks()).hasSize(actual.tokenCount() - 1);
            }
            assertThat(python.health().detail()).startsWith("llama.cpp llama-cpp-python ");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "loadharness.python", matches = ".+")
    void pythonRefusesWhatDoesNotFitAndEndsCancelledRequests() throws Exception {
        try (EngineProcess python = python()) {
            python.start();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> python.check(exactly(300, 1)))
                    .withMessage(
                            "the prompt has 10 tokens and max_tokens is 300, but the context has only 256: set n_ctx");
            RecordedResponse running = send(python, exactly(240, 1));
            RecordedResponse waiting = send(python, exactly(5, 2));
            python.cancelRequest(running);
            assertThat(running.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
            assertThat(waiting.await().response().tokenCount()).isEqualTo(5);
        }
    }
}
