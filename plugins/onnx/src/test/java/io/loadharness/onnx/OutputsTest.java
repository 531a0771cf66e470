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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import io.loadharness.testkit.RecordedResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class OutputsTest {

    private static final InferenceRequest THIRD = request(0, floats("x", 0, 1, 9, 3, 4));
    private static final String SCORES = "softmax_tensor:0";

    @Test
    void returnsAllOutputsOneAfterTheOther() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels")))) {
            for (int round = 0; round < 2; round++) {
                ByteBuffer bytes = ByteBuffer.wrap(
                                send(backend, THIRD).response().output().bytes())
                        .order(ByteOrder.nativeOrder());
                assertThat(bytes.remaining()).isEqualTo(Long.BYTES + 5 * Float.BYTES);
                assertThat(bytes.getLong()).isEqualTo(2);
                assertThat(bytes.getFloat(Long.BYTES + 2 * Float.BYTES)).isGreaterThan(0.9f);
            }
        }
    }

    /** The bytes are those that MLPerf's main.py logs: np.array([class], np.float32).tobytes(). */
    @Test
    void encodesTheBestClassAsMlperfDoes() throws Exception {
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("labels")).outputs(SCORES).encoder(OutputEncoder.argmax()))) {
            assertThat(send(backend, THIRD).response().output().bytes()).containsExactly(0, 0, 0, 0x40);
        }
    }

    @Test
    void encodesAClassThatTheModelReturns() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels"))
                .outputs("ArgMax:0")
                .encoder(OutputEncoder.classes(1, Tensor.Type.INT64, -1)))) {
            List<RecordedResponse> ended = sendTogether(backend, THIRD, request(1, floats("x", 0, 0, 0, 5, 0)));
            assertThat(longs(ended.get(0))).containsExactly(1);
            assertThat(longs(ended.get(1))).containsExactly(2);
        }
    }

    @Test
    void encodesTheBestClassesInOrder() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels"))
                .outputs(SCORES)
                .encoder(OutputEncoder.classes(3, Tensor.Type.FLOAT32, 0)))) {
            assertThat(floats(send(backend, THIRD))).containsExactly(2, 4, 3);
            assertThat(floats(send(backend, request(0, floats("x", 7, 1, 7, 7, 7)))))
                    .containsExactly(0, 2, 3);
        }
    }

    /** Batches of the same size read their outputs through the same objects. */
    @Test
    void encodesTheClassesOfEachBatch() throws Exception {
        int[][] batches = {{1, 4}, {2, 0}, {0, 3}, {3, 3, 1}, {0, 2, 4}, {1, 2, 3}, {4, 1}, {2}, {0}, {4}};
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("labels")).outputs(SCORES).encoder(OutputEncoder.argmax()))) {
            for (int[] classes : batches) {
                InferenceRequest[] requests = new InferenceRequest[classes.length];
                for (int i = 0; i < classes.length; i++) {
                    float[] scores = new float[5];
                    scores[classes[i]] = 9;
                    requests[i] = request(i, floats("x", scores));
                }
                List<RecordedResponse> ended = sendTogether(backend, requests);
                for (int i = 0; i < classes.length; i++) {
                    assertThat(floats(ended.get(i))).containsExactly(classes[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 1, 1",
        "2, 2, 1, 0",
        "NaN, -1, -1, 1",
        "NaN, NaN, NaN, 0",
        "NaN, -Infinity, NaN, 0",
        "-Infinity, -Infinity, 0, 2"
    })
    void theBestClassIsTheFirstOfTheBestClasses(float first, float second, float third, float best) {
        List<Tensor> scores = List.of(floats("y", first, second, third));
        ByteBuffer one =
                ByteBuffer.wrap(OutputEncoder.argmax().encode(THIRD, scores)).order(ByteOrder.nativeOrder());
        ByteBuffer two = ByteBuffer.wrap(
                        OutputEncoder.classes(2, Tensor.Type.FLOAT32, 0).encode(THIRD, scores))
                .order(ByteOrder.nativeOrder());

        assertThat(one.getFloat()).isEqualTo(best).isEqualTo(two.getFloat());
        assertThat(one.remaining()).isZero();
    }

    @Test
    void refusesAnEmptyOutput() {
        Tensor empty = new Tensor("boxes", Tensor.Type.FLOAT32, new long[] {0, 4}, ByteBuffer.allocate(0));

        assertThatThrownBy(() -> OutputEncoder.argmax().encode(THIRD, List.of(empty)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the output 'boxes' is empty, so it has no class: select another output");
    }

    @Test
    void failsASampleWithFewerScoresThanClasses() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels"))
                .outputs(SCORES)
                .encoder(OutputEncoder.classes(6, Tensor.Type.FLOAT32, 0)))) {
            Failure failure = send(backend, THIRD).failure();
            assertThat(failure.kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
            assertThat(failure.message())
                    .isEqualTo(
                            "the output was not encoded: output=top-k:6 needs at least that many values, but the output 'softmax_tensor:0' has"
                                    + " 5: use a smaller K, or select another output");
        }
    }

    @Test
    void failsASampleWhoseEncoderThrows() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels")).encoder((request, outputs) -> {
            if (request.sampleIndex() == 1) {
                throw new NoClassDefFoundError("no class");
            }
            return new byte[] {1};
        }))) {
            List<RecordedResponse> ended = sendTogether(backend, THIRD, request(1, floats("x", 0, 0, 0, 5, 0)), THIRD);

            assertThat(ended.get(0).response().output().bytes()).containsExactly(1);
            assertThat(ended.get(1).failure().message()).contains("no class");
            assertThat(ended.get(2).response().output().bytes()).containsExactly(1);
        }
    }

    @Test
    void failsOnlyTheSampleWhoseEncoderReturnsNull() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels"))
                .encoder((request, outputs) -> request.sampleIndex() == 1 ? null : new byte[] {1}))) {
            List<RecordedResponse> ended = sendTogether(backend, THIRD, request(1, floats("x", 0, 0, 0, 5, 0)), THIRD);

            assertThat(ended.get(0).response().output().bytes()).containsExactly(1);
            assertThat(ended.get(1).failure())
                    .isEqualTo(
                            new Failure(
                                    Failure.Kind.MALFORMED_RESPONSE,
                                    "the output was not encoded: the encoder returned null; return an empty array for no bytes"));
            assertThat(ended.get(2).response().output().bytes()).containsExactly(1);
        }
    }

    @Test
    void passesTheOutputsOfOneSampleToTheEncoder() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("labels")).encoder((request, outputs) -> {
            assertThat(outputs).extracting(Tensor::description).containsExactly("int64[]", "float32[5]");
            return new byte[] {(byte) outputs.get(0).data().getLong()};
        }))) {
            for (RecordedResponse each : sendTogether(backend, THIRD, THIRD)) {
                assertThat(each.response().output().bytes()).containsExactly(2);
            }
        }
    }

    /** The shape that the model declares is that of the first batch only. */
    @Test
    void returnsOutputsOfAnotherShapeThanTheModelDeclares() throws Exception {
        InferenceRequest small = request(0, floats("x", new long[] {1, 2}, 1, 2));
        try (OnnxBackend backend = started(OnnxBackend.builder(model("one-shape")))) {
            for (int round = 0; round < 3; round++) {
                assertThat(floats(send(backend, small))).containsExactly(2, 4);
                List<RecordedResponse> ended =
                        sendTogether(backend, small, small, request(1, floats("x", new long[] {1, 2}, 3, 4)));
                assertThat(floats(ended.get(0))).containsExactly(2, 4);
                assertThat(floats(ended.get(2))).containsExactly(6, 8);
                assertThat(floats(send(backend, request(0, floats("x", new long[] {2, 2}, 1, 2, 3, 4)))))
                        .containsExactly(2, 4, 6, 8);
            }
            assertThat(backend.statistics().batches()).isEqualTo(9);
        }
    }

    @Test
    void failsOnlySamplesWithNan() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("logarithm")))) {
            List<RecordedResponse> ended = sendTogether(
                    backend,
                    request(0, floats("x", 1, 1)),
                    request(1, floats("x", 1, -1)),
                    request(2, floats("x", 1, 0)));

            assertThat(floats(ended.get(0))).containsExactly(0, 0);
            assertThat(ended.get(1).failure())
                    .isEqualTo(
                            new Failure(
                                    Failure.Kind.MALFORMED_RESPONSE,
                                    "the output 'y' contains NaN; check the data and the model, or set allow-nan=true to only count it"));
            assertThat(floats(ended.get(2))).containsExactly(0, Float.NEGATIVE_INFINITY);
            assertThat(backend.statistics().nanSamples()).isEqualTo(1);
            assertThat(backend.statistics().infiniteSamples()).isEqualTo(1);
        }
    }

    @Test
    void onlyCountsNanIfItIsAllowed() throws Exception {
        try (OnnxBackend backend =
                started(OnnxBackend.builder(model("logarithm")).allowNan(true))) {
            assertThat(floats(send(backend, request(1, floats("x", 1, -1))))).containsExactly(0, Float.NaN);
            assertThat(backend.statistics().nanSamples()).isEqualTo(1);
            assertThat(backend.warnings())
                    .containsExactly(
                            "logarithm.onnx: the outputs of 1 sample contain NaN, which allow-nan=true accepts");
        }
    }

    @Test
    void readsNumbersOfAllTypes() {
        ByteBuffer halves = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
        for (int bits : new int[] {0x3c00, 0xc000, 0x0001, 0x7c00, 0xfc00, 0x7e00}) {
            halves.putShort((short) bits);
        }
        Elements half = Elements.of(new Tensor("", Tensor.Type.FLOAT16, new long[] {6}, halves.flip()));
        assertThat(half.number(0)).isEqualTo(1);
        assertThat(half.number(1)).isEqualTo(-2);
        assertThat(half.number(2)).isEqualTo(0x1p-24);
        assertThat(half.number(3)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(half.number(4)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(half.number(5)).isNaN();
        assertThat(half.worst()).isNaN();

        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {-1});
        assertThat(Elements.of(new Tensor("", Tensor.Type.UINT8, new long[] {1}, bytes))
                        .number(0))
                .isEqualTo(255);
        assertThat(Elements.of(new Tensor("", Tensor.Type.INT8, new long[] {1}, bytes))
                        .number(0))
                .isEqualTo(-1);
    }

    @Test
    void refusesTypesThatMlperfDoesNotRead() {
        assertThatThrownBy(() -> OutputEncoder.classes(1, Tensor.Type.INT8, 0))
                .hasMessage("classes must be encoded as float32, int32 or int64: got int8");
        assertThatThrownBy(() -> OutputEncoder.classes(0, Tensor.Type.INT32, 0))
                .hasMessage("the number of classes must be at least 1: got 0");
    }
}
