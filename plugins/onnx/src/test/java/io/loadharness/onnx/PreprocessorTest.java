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
import static org.assertj.core.api.Assertions.within;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ModelInput;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Tensor;
import io.loadharness.testkit.RecordedResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class PreprocessorTest {

    /** An image of one row with two pixels, red and blue. */
    private static final Tensor IMAGE = bytes(new long[] {1, 2, 3}, 255, 0, 0, 0, 0, 255);

    private static Tensor bytes(long[] shape, int... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length);
        for (int each : values) {
            data.put((byte) each);
        }
        return new Tensor("", Tensor.Type.UINT8, shape, data.flip());
    }

    private static OnnxBackend backend(String model, String preprocessor) {
        OnnxBackend backend = (OnnxBackend)
                new OnnxProvider().create(Map.of("model", model(model).toString(), "preprocess", preprocessor));
        backend.start();
        return backend;
    }

    /** The colors come first, each as a value per pixel. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resnet50         | 131.32, -123.68, -116.78, -116.78, -103.94, 151.06
            resnet50-pytorch | 2.2489, -2.1179, -2.0357, -2.0357, -1.8044, 2.64
            retinanet        | 1, 0, 0, 0, 0, 1
            """)
    void convertsImagesAsMlperfDoes(String name, String expected) throws Exception {
        try (OnnxBackend backend = backend("colors", name)) {
            backend.check(request(0, IMAGE));

            float[] values = floats(send(backend, request(0, IMAGE)));

            String[] numbers = expected.split(", ", -1);
            assertThat(values).hasSize(numbers.length);
            for (int i = 0; i < numbers.length; i++) {
                assertThat(values[i]).isCloseTo(Float.parseFloat(numbers[i]), within(1e-4f));
            }
            assertThat(backend.health().detail()).contains("pre-processed in");
            assertThat(backend.statistics().preparationTime()).isPositive();
        }
    }

    @Test
    void refusesWhatIsNotAnImage() {
        try (OnnxBackend backend = backend("colors", "resnet50")) {
            assertThatThrownBy(() -> backend.check(request(0, bytes(new long[] {2, 2}, 1, 2, 3, 4))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the preprocessor 'resnet50' takes one image of uint8[height, width, 3], but the sample has"
                                    + " uint8[2, 2]");
        }
    }

    @Test
    void namesAResultThatDoesNotFitTheModel() {
        try (OnnxBackend backend = backend("add", "resnet50")) {
            assertThatThrownBy(() -> backend.check(request(0, IMAGE)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "after the preprocessor 'resnet50', the request has a tensor of float32[1, 2, 3], but"
                                    + " the model takes 'x' of float32[3]");
        }
    }

    @Test
    void suggestsTheNearestName() {
        assertThatThrownBy(() -> backend("colors", "resnet5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown preprocessor 'resnet5'; did you mean 'resnet50'?");
    }

    @Test
    void preparesEachSampleOnceAndBeforeItIsSent() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        SamplePreprocessor plusOne = new SamplePreprocessor() {

            @Override
            public String name() {
                return "plus-one";
            }

            @Override
            public List<Tensor> prepare(List<Tensor> sample, List<ModelInput> inputs) {
                calls.incrementAndGet();
                assertThat(inputs).extracting(ModelInput::name).containsExactly("x");
                assertThat(inputs.get(0).shape()).containsExactly(3);
                float first = sample.get(0).data().getFloat(0) + 1;
                return List.of(floats("x", first, first, first));
            }
        };
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).preprocessor(plusOne))) {
            List<InferenceRequest> requests = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                requests.add(request(i, floats("x", 10f * i)));
                backend.check(requests.get(i));
            }
            assertThat(calls).hasValue(4);
            for (int i = 0; i < 4; i++) {
                assertThat(floats(send(backend, requests.get(i)))).containsOnly(10f * i + 2);
            }
            List<RecordedResponse> together = sendTogether(backend, requests.toArray(InferenceRequest[]::new));
            assertThat(floats(together.get(3))).containsOnly(32);
            assertThat(calls).hasValue(4);

            RecordedResponse unknown = send(backend, request(9, floats("x", 1)));
            assertThat(unknown.failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
            assertThat(unknown.failure().message())
                    .isEqualTo("sample 9 was not pre-processed: call check() with each request before the run");
        }
    }

    @Test
    void fitsColumnsToTheTypesAndShapesOfTheModel() throws Exception {
        try (OnnxBackend backend = backend("two-inputs", "fit")) {
            Tensor scale = floats("scale", new long[0], 0.5f);
            InferenceRequest sample = request(0, floats("ids", new long[] {1, 4}, 1, 2, 3, 4), scale);
            backend.check(sample);

            assertThat(floats(send(backend, sample))).containsExactly(0.5f, 1, 1.5f, 2);
            assertThatThrownBy(() -> backend.check(request(1, floats("ids", 1.5f, 2, 3, 4), scale)))
                    .hasMessage(
                            "the preprocessor 'fit' cannot convert 1.5 of 'ids' from float32 to int64 without a loss;"
                                    + " change the value in the data set");
            assertThatThrownBy(() -> backend.check(request(1, floats("ids", 1, 2, 3), scale)))
                    .hasMessageContaining(
                            "the request has a tensor of int64[3], but the model takes 'ids' of int64[4]");
            assertThatThrownBy(() -> backend.check(request(1, floats("idz", 1, 2, 3, 4), scale)))
                    .hasMessageContaining("the request has no tensor 'ids'");
            assertThatThrownBy(
                            () -> backend.check(request(1, longs("ids", 1, 2, 3, 4), longs("scale", (1L << 53) + 1))))
                    .hasMessageContaining("cannot convert 9007199254740993 of 'scale' from int64 to float32");
        }
    }

    /** Other shapes would mix up the elements, for example the colors of an image. */
    @Test
    void changesTheShapeOnlyOfListsAndByDimensionsOfOne() {
        ModelInput image = new ModelInput("x", Tensor.Type.FLOAT32, new long[] {3, 2, ModelInput.ANY});
        ModelInput row = new ModelInput("x", Tensor.Type.FLOAT32, new long[] {1, 2, 1, 3});

        assertThat(fittedShape(image, 12)).containsExactly(3, 2, 2);
        assertThat(fittedShape(image, 2, 2, 3)).containsExactly(2, 2, 3);
        assertThat(fittedShape(image, 3, 4)).containsExactly(3, 4);
        assertThat(fittedShape(row, 2, 3)).containsExactly(1, 2, 1, 3);
        assertThat(fittedShape(row, 2, 3, 1)).containsExactly(1, 2, 1, 3);
        assertThat(fittedShape(row, 3, 2)).containsExactly(3, 2);
    }

    private static long[] fittedShape(ModelInput input, long... shape) {
        Tensor tensor = floats(
                "x", shape, new float[Math.toIntExact(LongStream.of(shape).reduce(1, Math::multiplyExact))]);
        return new FitPreprocessor()
                .prepare(List.of(tensor), List.of(input))
                .get(0)
                .shape();
    }

    @Test
    void findsTheImageNextToALabel() throws Exception {
        Tensor image = new Tensor("image", IMAGE.type(), IMAGE.shape(), IMAGE.data());
        try (OnnxBackend backend = backend("colors", "retinanet")) {
            InferenceRequest labeled = request(0, longs("label", 7), image);
            backend.check(labeled);

            assertThat(floats(send(backend, labeled))).containsExactly(1, 0, 0, 0, 0, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"16777217, false", "16777216, true", "0.1, true", "1e39, false", "Infinity, true", "1e30, true"})
    void fitsOnlyIntegersAndFiniteNumbersToFloats(double value, boolean fits) {
        List<ModelInput> inputs = List.of(new ModelInput("x", Tensor.Type.FLOAT32, new long[] {1}));
        ByteBuffer data =
                ByteBuffer.allocate(Double.BYTES).order(ByteOrder.nativeOrder()).putDouble(0, value);
        List<Tensor> sample = List.of(new Tensor("x", Tensor.Type.FLOAT64, new long[] {1}, data));

        if (fits) {
            Tensor fitted = new FitPreprocessor().prepare(sample, inputs).get(0);
            assertThat(Elements.of(fitted).number(0)).isEqualTo((float) value);
        } else {
            assertThatThrownBy(() -> new FitPreprocessor().prepare(sample, inputs))
                    .hasMessageContaining("of 'x' from float64 to float32 without a loss");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT8, 127, true",
        "INT8, 128, false",
        "INT8, -128, true",
        "UINT8, 255, true",
        "UINT8, -1, false",
        "INT16, -32768, true",
        "INT16, 32768, false",
        "INT32, 2147483647, true",
        "INT32, 2147483648, false",
        "BOOL, 1, true",
        "BOOL, 2, false",
        "FLOAT32, 16777216, true",
        "FLOAT32, 16777217, false",
        "FLOAT64, 16777217, true"
    })
    void fitsOnlyIntegersThatTheTypeCanRepresent(Tensor.Type type, long value, boolean fits) {
        List<ModelInput> inputs = List.of(new ModelInput("x", type, new long[] {1}));
        List<Tensor> sample = List.of(longs("x", value));

        if (fits) {
            Tensor fitted = new FitPreprocessor().prepare(sample, inputs).get(0);
            assertThat(fitted.type()).isEqualTo(type);
            assertThat(Elements.of(fitted).number(0)).isEqualTo((double) value);
        } else {
            assertThatThrownBy(() -> new FitPreprocessor().prepare(sample, inputs))
                    .hasMessageContaining("cannot convert " + value + " of 'x' from int64 to " + type);
        }
    }
}
