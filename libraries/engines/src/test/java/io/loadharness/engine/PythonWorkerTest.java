// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.Tensor;
import io.loadharness.testkit.InferenceBackendContract;
import io.loadharness.testkit.RecordedResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract of backends with a worker of the Python package, over real processes. */
class PythonWorkerTest extends InferenceBackendContract {

    @TempDir
    Path folder;

    @Override
    protected boolean cancelsRequests() {
        return true;
    }

    @Override
    protected InferenceBackend create() {
        return PythonWorker.with("echo --tokens 5", folder).build().get(0);
    }

    @Override
    protected Optional<InferenceBackend> createSilent() {
        return Optional.of(silent().build().get(0));
    }

    @Override
    protected Optional<InferenceBackend> createSilent(Duration requestLimit) {
        return Optional.of(silent().requestLimit(requestLimit).build().get(0));
    }

    private EngineProcess.Builder silent() {
        return PythonWorker.with("echo --delay 1000", folder).stopGrace(Duration.ofSeconds(1));
    }

    @Override
    protected Optional<InferenceBackend> createUnavailable() {
        return Optional.of(PythonWorker.with("no-such-worker", folder).build().get(0));
    }

    @Test
    void idsOfThePromptComeBackInOrder() throws Exception {
        try (EngineProcess engine =
                PythonWorker.with("echo --tokens 5", folder).build().get(0)) {
            engine.start();
            RecordedResponse response = new RecordedResponse();
            engine.send(
                    new InferenceRequest(
                            7,
                            Prompt.of(10, -20, Integer.MAX_VALUE),
                            GenerationParameters.builder().maxTokens(4).build()),
                    response);

            Response complete = response.await().response();
            assertThat(complete.output().tokenIds()).containsExactly(10, -20, Integer.MAX_VALUE, 10);
            assertThat(complete.finishReason()).isEqualTo("length");
            assertThat(complete.usage().prompt()).isEqualTo(3);
            assertThat(response.first().orElseThrow().tokenIds()).containsExactly(10);
            assertThat(response.laterChunks()).containsExactly(1, 1, 1);
            assertThat(engine.health().detail()).startsWith("echo 1, loaded in ");
        }
    }

    @Test
    void flightRecorderHasTheIdsOfRequests() throws Exception {
        Path file = folder.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            try (EngineProcess engine =
                    PythonWorker.with("echo --tokens 5", folder).build().get(0)) {
                engine.start();
                RecordedResponse response = new RecordedResponse();
                engine.send(InferenceRequest.of(7, Prompt.of(1, 2)), response);
                response.await();
            } // the event is committed after the listener has the result
            recording.stop();
            recording.dump(file);
        }

        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(each -> each.getEventType().getName().equals("loadharness.EngineRequest"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getLong("request")).isEqualTo(1L << 32);
                    assertThat(event.getInt("process")).isZero();
                    assertThat(event.getInt("sample")).isEqualTo(7);
                    assertThat(event.getString("outcome")).isEqualTo("OK");
                    assertThat(event.getDuration("timeToFirstToken")).isPositive();
                    assertThat(event.getDuration("latency"))
                            .isGreaterThanOrEqualTo(event.getDuration("timeToFirstToken"));
                });
    }

    @Test
    void tensorsComeBackAsBytes() throws Exception {
        try (EngineProcess engine = PythonWorker.with("echo", folder).build().get(0)) {
            engine.start();
            ByteBuffer pixels = ByteBuffer.allocateDirect(3 << 20);
            for (int i = 0; i < pixels.capacity(); i++) {
                pixels.put(i, (byte) (i * 31));
            }
            Tensor image = new Tensor("input", Tensor.Type.UINT8, new long[] {3, 1 << 20}, pixels);
            RecordedResponse response = new RecordedResponse();
            engine.send(InferenceRequest.of(0, new Prompt.Tensors(List.of(image))), response);

            assertThat(ByteBuffer.wrap(response.await().response().output().bytes()))
                    .isEqualTo(pixels);
        }
    }
}
