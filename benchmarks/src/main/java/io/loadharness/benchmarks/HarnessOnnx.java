// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.LogSettings;
import io.loadharness.Performance;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseForm;
import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.onnx.OnnxBackend;
import io.loadharness.onnx.OutputEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** LoadGen in this JVM, with the model behind {@link OnnxBackend}. */
final class HarnessOnnx implements OnnxSide {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final BenchFolder benchFolder;
    private final Path model;
    private final double expectedPerSecond;
    private final List<InferenceRequest> images = OnnxSide.images();

    /**
     * Creates the side.
     *
     * @param expectedPerSecond the images per second that the loop reaches, for LoadGen's number of samples
     */
    HarnessOnnx(BenchFolder benchFolder, Path model, double expectedPerSecond) {
        this.benchFolder = benchFolder;
        this.model = model;
        this.expectedPerSecond = expectedPerSecond;
    }

    @Override
    public double imagesPerSecond(Duration duration) throws IOException {
        TestSettings settings = TestSettings.builder(Scenario.OFFLINE)
                .minDuration(duration)
                .offlineExpectedQps(expectedPerSecond)
                .build();
        return run(settings, BATCH).throughput().completedSamples();
    }

    @Override
    public double medianNanos(Duration duration) throws IOException {
        TestSettings settings = TestSettings.builder(Scenario.SINGLE_STREAM)
                .minDuration(duration)
                .minQueryCount(1)
                .singleStreamExpectedLatency(Duration.ofNanos((long) (1e9 / expectedPerSecond)))
                .build();
        return run(settings, 1).latency().percentile(50).toNanos();
    }

    private Performance run(TestSettings settings, int batchSize) throws IOException {
        Path logs = benchFolder.newLogs();
        try (MlperfLoadGen loadGen = new MlperfLoadGen();
                BackendSystemUnderTest system = system(model, images::get, images, batchSize)) {
            TestResult result =
                    loadGen.run(system, QuerySampleLibrary.ofSize("images", IMAGES), settings, LogSettings.in(logs));
            if (!result.failures().isEmpty()) {
                throw new IOException("the run failed: " + result.reasons());
            }
            return result.performance().orElseThrow(() -> new IOException("the run failed: " + result.reasons()));
        } finally {
            benchFolder.remove(logs);
        }
    }

    /**
     * Returns a system that is started and warm.
     *
     * @param checked the requests that are checked; the first one warms up the model
     */
    static BackendSystemUnderTest system(
            Path model, IntFunction<InferenceRequest> requests, List<InferenceRequest> checked, int batchSize)
            throws IOException {
        OnnxBackend backend = OnnxBackend.builder(model)
                .threads(1)
                .encoder(OutputEncoder.argmax())
                .build();
        BackendSystemUnderTest system = BackendSystemUnderTest.builder("onnx", requests)
                .backend(backend)
                .batchSize(batchSize)
                .responseForm(ResponseForm.BYTES)
                .build();
        try {
            system.start(START_LIMIT);
            checked.forEach(backend::check);
            return system;
        } catch (Exception e) {
            system.close();
            throw new IOException("the model does not start: " + e.getMessage(), e);
        }
    }
}
