// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseForm;
import io.loadharness.inference.Tensor;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of the real LoadGen. */
@Timeout(600)
class LoadGenTest {

    private static final int SAMPLES = 50;
    private static final long[] IMAGE = {1, 8, 8};
    private static final List<InferenceRequest> IMAGES =
            IntStream.range(0, SAMPLES).mapToObj(LoadGenTest::image).toList();
    private static final Pattern LOGGED = Pattern.compile("\"qsl_idx\" : (\\d+), \"data\" : \"([0-9A-F]*)\"");

    @TempDir
    Path folder;

    private static InferenceRequest image(int index) {
        Random random = new Random(index);
        float[] pixels = new float[64];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextFloat() - 0.5f;
        }
        return Samples.request(index, Samples.floats("image", IMAGE, pixels));
    }

    @ParameterizedTest
    @EnumSource
    void measuresAllScenarios(Scenario scenario) throws Exception {
        TestResult result = run(classifier(), IMAGES, 1, settings(scenario).build());

        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void measuresOfflineInStaticBatches() throws Exception {
        OnnxBackend backend = classifier().build();
        TestResult result = run(backend, IMAGES, 16, settings(Scenario.OFFLINE).build());

        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(backend.statistics().samples())
                .isGreaterThanOrEqualTo(8 * backend.statistics().batches());
    }

    @Test
    void measuresServerInDynamicBatches() throws Exception {
        TestResult result = run(
                classifier().sessions(2).dynamicBatching(8, Duration.ofMillis(1)),
                IMAGES,
                1,
                settings(Scenario.SERVER).build());

        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
    }

    /** The script accuracy-imagenet.py reads each entry as a float32. */
    @Test
    void logsClassesThatTheAccuracyScriptReads() throws Exception {
        TestResult result = run(
                classifier(),
                IMAGES,
                8,
                settings(Scenario.OFFLINE).mode(TestMode.ACCURACY_ONLY).build());
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);

        Matcher logged = LOGGED.matcher(Files.readString(folder.resolve("mlperf_log_accuracy.json")));
        int count = 0;
        while (logged.find()) {
            ByteBuffer data = ByteBuffer.wrap(HexFormat.of().withUpperCase().parseHex(logged.group(2)))
                    .order(ByteOrder.nativeOrder());
            assertThat(data.remaining()).isEqualTo(Float.BYTES);
            assertThat((int) data.getFloat()).isEqualTo(bestClass(IMAGES.get(Integer.parseInt(logged.group(1)))));
            count++;
        }
        assertThat(count).isEqualTo(SAMPLES);
    }

    @Test
    void isInvalidIfSamplesHaveNan() throws Exception {
        List<InferenceRequest> requests = IntStream.range(0, 10)
                .mapToObj(each -> Samples.request(each, Samples.floats("x", 1, each == 3 ? -1 : 1)))
                .toList();
        OnnxBackend backend = OnnxBackend.builder(Samples.model("logarithm")).build();
        TestResult result =
                run(backend, requests, 1, settings(Scenario.SINGLE_STREAM).build());

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.failures()).containsOnlyKeys(Failure.Kind.MALFORMED_RESPONSE);
        assertThat(result.failures().get(Failure.Kind.MALFORMED_RESPONSE).count())
                .isEqualTo(backend.statistics().nanSamples());
    }

    private static OnnxBackend.Builder classifier() {
        return OnnxBackend.builder(Samples.model("classifier")).threads(1).encoder(OutputEncoder.argmax());
    }

    private static TestSettings.Builder settings(Scenario scenario) {
        return TestSettings.builder(scenario)
                .minDuration(Duration.ofMillis(50))
                .minQueryCount(1000)
                .multiStreamSamplesPerQuery(8)
                .singleStreamExpectedLatency(Duration.ofNanos(5_000))
                .multiStreamExpectedLatency(Duration.ofNanos(20_000))
                .serverTargetQps(2000)
                .serverTargetLatency(Duration.ofSeconds(10))
                .offlineExpectedQps(4_000_000);
    }

    private TestResult run(
            OnnxBackend.Builder builder, List<InferenceRequest> requests, int batch, TestSettings settings)
            throws Exception {
        return run(builder.build(), requests, batch, settings);
    }

    private TestResult run(OnnxBackend backend, List<InferenceRequest> requests, int batch, TestSettings settings)
            throws Exception {
        try (MlperfLoadGen loadGen = new MlperfLoadGen();
                BackendSystemUnderTest system = BackendSystemUnderTest.builder("onnx", requests::get)
                        .backend(backend)
                        .batchSize(batch)
                        .responseForm(ResponseForm.BYTES)
                        .build()) {
            system.start(Duration.ofMinutes(1));
            requests.forEach(backend::check);
            return loadGen.run(
                    system, QuerySampleLibrary.ofSize("images", requests.size()), settings, LogSettings.in(folder));
        }
    }

    /** Returns the class that the model returns without our code. */
    private static int bestClass(InferenceRequest image) throws Exception {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        Tensor pixels = ((Prompt.Tensors) image.prompt()).inputs().get(0);
        try (OrtSession session =
                        environment.createSession(Samples.model("classifier").toString());
                OnnxTensor input =
                        OnnxTensor.createTensor(environment, pixels.data().asFloatBuffer(), new long[] {1, 1, 8, 8});
                OrtSession.Result result = session.run(Map.of("image", input))) {
            float[] scores = ((float[][]) result.get(0).getValue())[0];
            return IntStream.range(0, scores.length)
                    .reduce((best, each) -> scores[each] > scores[best] ? each : best)
                    .orElseThrow();
        }
    }
}
