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
import java.util.ArrayList;
import java.util.List;

/** LoadGen in this JVM, with the model behind {@link OnnxBackend}. */
final class HarnessOnnx implements OnnxSide {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final BenchFolder benchFolder;
    private final OnnxWorkload workload;
    private final double expectedPerSecond;
    private final List<Double> offlineHeapBytes = new ArrayList<>();

    /**
     * Creates the side.
     *
     * @param expectedPerSecond the samples per second that the loop reaches, for LoadGen's number of samples
     */
    HarnessOnnx(BenchFolder benchFolder, OnnxWorkload workload, double expectedPerSecond) {
        this.benchFolder = benchFolder;
        this.workload = workload;
        this.expectedPerSecond = expectedPerSecond;
    }

    @Override
    public double samplesPerSecond(Duration duration) throws IOException {
        TestSettings settings = TestSettings.builder(Scenario.OFFLINE)
                .minDuration(duration)
                .offlineExpectedQps(expectedPerSecond)
                .build();
        OnnxBackend backend = backend();
        double rate = run(settings, backend, OnnxWorkload.BATCH).throughput().completedSamples();
        backend.statistics().heapBytesPerSample().ifPresent(each -> offlineHeapBytes.add((double) each));
        return rate;
    }

    /** Returns the bytes of Java heap per sample of each call of {@link #samplesPerSecond}; empty if this JVM does not count them. */
    List<Double> offlineHeapBytes() {
        return List.copyOf(offlineHeapBytes);
    }

    @Override
    public double medianNanos(Duration duration) throws IOException {
        TestSettings settings = TestSettings.builder(Scenario.SINGLE_STREAM)
                .minDuration(duration)
                .minQueryCount(1)
                .singleStreamExpectedLatency(Duration.ofNanos((long) (1e9 / expectedPerSecond)))
                .build();
        return run(settings, backend(), 1).latency().percentile(50).toNanos();
    }

    private OnnxBackend backend() {
        return OnnxBackend.builder(workload.model())
                .threads(1)
                .encoder(OutputEncoder.argmax())
                .build();
    }

    private Performance run(TestSettings settings, OnnxBackend backend, int batchSize) throws IOException {
        List<InferenceRequest> requests = workload.requests();
        Path logs = benchFolder.newLogs();
        try (MlperfLoadGen loadGen = new MlperfLoadGen();
                BackendSystemUnderTest system = BackendSystemUnderTest.builder("onnx", requests::get)
                        .backend(backend)
                        .batchSize(batchSize)
                        .responseForm(ResponseForm.BYTES)
                        .build()) {
            start(system, backend);
            TestResult result = loadGen.run(
                    system, QuerySampleLibrary.ofSize("samples", requests.size()), settings, LogSettings.in(logs));
            if (!result.failures().isEmpty()) {
                throw new IOException("the run failed: " + result.reasons());
            }
            return result.performance().orElseThrow(() -> new IOException("the run failed: " + result.reasons()));
        } finally {
            benchFolder.remove(logs);
        }
    }

    private void start(BackendSystemUnderTest system, OnnxBackend backend) throws IOException {
        try {
            system.start(START_LIMIT);
            workload.requests().forEach(backend::check);
        } catch (Exception e) {
            throw new IOException("the model does not start: " + e.getMessage(), e);
        }
    }
}
