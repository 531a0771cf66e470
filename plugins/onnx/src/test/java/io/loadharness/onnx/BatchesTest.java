// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.longs;
import static io.loadharness.onnx.Samples.model;
import static io.loadharness.onnx.Samples.request;
import static io.loadharness.onnx.Samples.send;
import static io.loadharness.onnx.Samples.sendTogether;
import static io.loadharness.onnx.Samples.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Timeline;
import io.loadharness.testkit.RecordedResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class BatchesTest {

    @Test
    void runsOneSample() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            for (int i = 0; i < 3; i++) {
                assertThat(floats(send(backend, request(i, floats("x", i, 2, 3)))))
                        .containsExactly(i + 1, 3, 4);
            }
        }
    }

    @Test
    void findsTheOnlyInputOfATensorWithoutAName() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            assertThat(floats(send(backend, request(0, floats("", 1, 2, 3))))).containsExactly(2, 3, 4);
        }
    }

    @Test
    void runsRequestsThatAreSentTogetherAsOneBatch() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            for (int round = 0; round < 3; round++) {
                List<RecordedResponse> ended = sendTogether(
                        backend,
                        request(0, floats("x", 1, 2, 3)),
                        request(1, floats("x", 4, 5, 6)),
                        request(2, floats("x", 7, 8, 9)));

                assertThat(floats(ended.get(0))).containsExactly(2, 3, 4);
                assertThat(floats(ended.get(1))).containsExactly(5, 6, 7);
                assertThat(floats(ended.get(2))).containsExactly(8, 9, 10);
            }
            assertThat(backend.statistics().batches()).isEqualTo(3);
            assertThat(backend.statistics().samples()).isEqualTo(9);
        }
    }

    @Test
    void runsOneBatchPerShape() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("attention")))) {
            List<RecordedResponse> ended = sendTogether(
                    backend,
                    request(0, floats("x", new long[] {1, 2}, 1, 2)),
                    request(1, floats("x", new long[] {2, 2}, 5, 6, 5, 6)),
                    request(2, floats("x", new long[] {1, 2}, 3, 4)));

            assertThat(floats(ended.get(0))).containsExactly(1, 2);
            assertThat(floats(ended.get(1))).containsExactly(5, 6, 5, 6);
            assertThat(floats(ended.get(2))).containsExactly(3, 4);
            assertThat(backend.statistics().batches()).isEqualTo(2);
        }
    }

    @Test
    void passesInputsOfDifferentTypesInAnyOrder() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("two-inputs")))) {
            List<RecordedResponse> ended = sendTogether(
                    backend,
                    request(0, longs("ids", 1, 2, 3, 4), floats("scale", 10)),
                    request(1, floats("scale", 0.5f), longs("ids", 1, 2, 3, 4)));

            assertThat(floats(ended.get(0))).containsExactly(10, 20, 30, 40);
            assertThat(floats(ended.get(1))).containsExactly(0.5f, 1, 1.5f, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 6, 9})
    void dividesAndFillsBatchesOfAModelWithAFixedBatchSize(int samples) throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("fixed-batch")))) {
            List<RecordedResponse> listeners = new ArrayList<>();
            List<InferenceRequest> requests = new ArrayList<>();
            for (int i = 0; i < samples; i++) {
                listeners.add(new RecordedResponse());
                requests.add(request(i, floats("x", i, 10 * i)));
            }
            backend.sendTogether(requests, listeners);

            for (int i = 0; i < samples; i++) {
                assertThat(floats(listeners.get(i).await())).containsExactly(2 * i, 20 * i);
            }
            int batches = (samples + 3) / 4;
            assertThat(backend.statistics().batches()).isEqualTo(batches);
            int filled = 4 * batches - samples;
            assertThat(backend.statistics().fillerSamples()).isEqualTo(filled);
            assertThat(backend.health().detail())
                    .matches("ONNX Runtime 1\\.\\S+, fixed-batch.onnx on cpu, batches of 4, loaded in \\S+ (µ|m)?s");
        }
    }

    @Test
    void formsBatchesOfRequestsThatArriveOneAfterTheOther() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).dynamicBatching(4, Duration.ofHours(1)))) {
            List<RecordedResponse> listeners = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                listeners.add(new RecordedResponse());
                backend.send(request(i, floats("x", i, 0, 0)), listeners.get(i));
            }
            for (int i = 0; i < 8; i++) {
                assertThat(floats(listeners.get(i).await())).containsExactly(i + 1, 1, 1);
            }
            assertThat(backend.statistics().batches()).isEqualTo(2);
        }
    }

    @Test
    void runsAnIncompleteBatchAfterTheMaximumDelay() throws Exception {
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("add")).dynamicBatching(64, Duration.ofMillis(20)))) {
            long sent = System.nanoTime();
            Timeline times = send(backend, request(0, floats("x", 1, 2, 3))).timeline();

            assertThat(times.dequeued() - sent).isGreaterThanOrEqualTo(20_000_000);
            assertThat(times.sent()).isBetween(times.dequeued(), times.done());
        }
    }

    @Test
    void runsRequestsThatAreSentTogetherBeforeAnIncompleteBatch() throws Exception {
        RecordedResponse waiting = new RecordedResponse();
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).dynamicBatching(4, Duration.ofHours(1)))) {
            backend.send(request(0, floats("x", 1, 2, 3)), waiting);
            List<RecordedResponse> ended = sendTogether(
                    backend,
                    Collections.nCopies(6, request(1, floats("x", 4, 5, 6))).toArray(InferenceRequest[]::new));

            assertThat(floats(ended.get(5))).containsExactly(5, 6, 7);
            assertThat(backend.statistics().batches()).isEqualTo(2); // of 4 and 2
        }
        assertThat(waiting.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void runsAnIncompleteBatchAtTheEndOfTheQuery() throws Exception {
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("add")).dynamicBatching(64, Duration.ofHours(1)))) {
            List<RecordedResponse> listeners = List.of(new RecordedResponse(), new RecordedResponse());
            backend.beginQuery();
            listeners.forEach(each -> backend.send(request(0, floats("x", 1, 2, 3)), each));
            backend.endQuery();

            for (RecordedResponse each : listeners) {
                assertThat(floats(each.await())).containsExactly(2, 3, 4);
            }
        }
    }

    /** A batch needs memory only for its requests. */
    @Test
    void allowsDynamicBatchesOfAnySize() throws Exception {
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("add")).dynamicBatching(Integer.MAX_VALUE, Duration.ZERO))) {
            assertThat(floats(send(backend, request(0, floats("x", 1, 2, 3))))).containsExactly(2, 3, 4);
            assertThat(backend.concurrentRequests()).hasValue(Integer.MAX_VALUE);
        }
    }

    @Test
    void asksForTwoDynamicBatchesPerSession() {
        try (OnnxBackend large = OnnxBackend.builder(model("add"))
                        .sessions(3)
                        .dynamicBatching(512, Duration.ZERO)
                        .build();
                OnnxBackend small = OnnxBackend.builder(model("add"))
                        .dynamicBatching(2, Duration.ZERO)
                        .build();
                OnnxBackend none = OnnxBackend.builder(model("add")).build()) {
            assertThat(large.concurrentRequests()).hasValue(3072);
            assertThat(small.concurrentRequests()).hasValue(256);
            assertThat(none.concurrentRequests()).isEmpty();
        }
    }

    @Test
    void cancelsAnIncompleteBatchWhenItIsClosed() throws Exception {
        RecordedResponse listener = new RecordedResponse();
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("add")).dynamicBatching(64, Duration.ofHours(1)))) {
            backend.send(request(0, floats("x", 1, 2, 3)), listener);
        }
        assertThat(listener.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void cancelsAnIncompleteBatchAndRunsLaterRequests() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).dynamicBatching(2, Duration.ofDays(1)))) {
            RecordedResponse waiting = new RecordedResponse();
            backend.send(request(0, floats("x", 1, 2, 3)), waiting);
            backend.cancelRequests();

            assertThat(waiting.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
            List<RecordedResponse> ended =
                    sendTogether(backend, request(1, floats("x", 4, 5, 6)), request(2, floats("x", 7, 8, 9)));
            assertThat(floats(ended.get(0))).containsExactly(5, 6, 7);
        }
    }

    @Test
    void dividesOutputsWhoseSizeDependsOnTheValues() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("positions")))) {
            assertThat(longs(send(backend, request(0, floats("x", 0, 7, 7))))).containsExactly(0, 1, 0, 2);
            assertThat(longs(send(backend, request(0, floats("x", 7, 0, 0))))).containsExactly(0, 0);

            RecordedResponse empty = send(backend, request(0, floats("x", 0, 0, 0)));
            assertThat(empty.response().output().bytes()).isEmpty();
        }
    }

    /** The model finds two values in the first sample and none in the second, and therefore has two rows for two samples by chance. */
    @Test
    void doesNotDivideAnOutputWhoseFirstDimensionIsNotTheBatch() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("positions")))) {
            List<RecordedResponse> ended =
                    sendTogether(backend, request(0, floats("x", 7, 7, 0)), request(1, floats("x", 0, 0, 0)));

            assertThat(Samples.failures(ended)).allSatisfy(each -> assertThat(each)
                    .contains("the output 'y' has the first dimension 'found', which is not the batch, and therefore"
                            + " cannot be divided into samples; use batches of 1, or select other outputs"));
        }
    }

    /** Exporters generate a name for the batch of each tensor. */
    @Test
    void dividesAnOutputWhoseBatchHasAGeneratedName(@TempDir Path folder) throws Exception {
        byte[] bytes = Files.readAllBytes(model("add"));
        int last = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("batch");
        System.arraycopy("unk_7".getBytes(StandardCharsets.ISO_8859_1), 0, bytes, last, 5);
        Path model = Files.write(folder.resolve("generated.onnx"), bytes);
        try (OnnxBackend backend = started(OnnxBackend.builder(model))) {
            List<RecordedResponse> ended =
                    sendTogether(backend, request(0, floats("x", 1, 2, 3)), request(1, floats("x", 4, 5, 6)));

            assertThat(floats(ended.get(1))).containsExactly(5, 6, 7);
        }
    }

    /** The batch fails after the tensors of the last batch are released, which the next batch must not use. */
    @Test
    void runsABatchAfterOneThatIsTooLarge() throws Exception {
        int length = 1 << 20;
        Tensor large = new Tensor(
                "x", Tensor.Type.FLOAT32, new long[] {length, 2}, ByteBuffer.allocate(length * 2 * Float.BYTES));
        InferenceRequest[] tooMany = new InferenceRequest[300];
        Arrays.fill(tooMany, request(0, large));
        InferenceRequest[] few = {
            request(1, floats("x", new long[] {1, 2}, 1, 2)), request(2, floats("x", new long[] {1, 2}, 3, 4))
        };
        try (OnnxBackend backend = started(OnnxBackend.builder(model("doubled")))) {
            for (int round = 0; round < 2; round++) {
                assertThat(floats(sendTogether(backend, few).get(1))).containsExactly(6, 8);
                assertThat(Samples.failures(sendTogether(backend, tooMany)))
                        .containsOnly("the model failed: a batch of 'x' has 2516582400 bytes, but at most 2 GiB are"
                                + " possible; use smaller batches");
            }
            assertThat(floats(sendTogether(backend, few).get(0))).containsExactly(2, 4);
        }
    }

    /** The values are the bytes 1, 0, 0 and so on: a boolean must be 0 or 1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void passesAllTypes(int batch) throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("types")))) {
            for (int round = 0; round < 2; round++) {
                List<RecordedResponse> ended = sendTogether(
                        backend, Collections.nCopies(batch, allTypes()).toArray(InferenceRequest[]::new));
                for (RecordedResponse each : ended) {
                    assertThat(each.response().output().bytes()).isEqualTo(allBytes());
                }
            }
        }
    }

    private static InferenceRequest allTypes() {
        List<Tensor> tensors = new ArrayList<>();
        for (Tensor.Type type : Tensor.Type.values()) {
            String name = type.name().replace("FLOAT32", "FLOAT").replace("FLOAT64", "DOUBLE");
            tensors.add(new Tensor("in_" + name, type, new long[] {2}, ByteBuffer.wrap(twoElements(type))));
        }
        return request(0, tensors.toArray(Tensor[]::new));
    }

    private static byte[] allBytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Tensor.Type type : Tensor.Type.values()) {
            all.writeBytes(twoElements(type));
        }
        return all.toByteArray();
    }

    private static byte[] twoElements(Tensor.Type type) {
        byte[] elements = new byte[2 * type.bytes()];
        elements[type.bytes()] = 1;
        return elements;
    }

    @Test
    void reusesBuffersForBatchesOfAllSizes() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            for (int size : new int[] {3, 1, 5, 2, 1, 4}) {
                List<InferenceRequest> requests = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    requests.add(request(i, floats("x", i, size, 0)));
                }
                List<RecordedResponse> ended = sendTogether(backend, requests.toArray(InferenceRequest[]::new));
                for (int i = 0; i < size; i++) {
                    assertThat(floats(ended.get(i))).containsExactly(i + 1, size + 1, 1);
                }
            }
        }
    }
}
