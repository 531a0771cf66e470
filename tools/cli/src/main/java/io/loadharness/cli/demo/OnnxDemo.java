// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.onnx.OnnxBackend;
import io.loadharness.onnx.OutputEncoder;
import io.loadharness.onnx.TinyClassifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A demo that measures a small image classifier with ONNX Runtime. */
final class OnnxDemo extends EngineDemo {

    private static final int IMAGES = 64;
    private static final int BATCH = 16;

    /** LoadGen generates its queries before the run. Their number is enough for a model that is this fast. */
    private static final Duration MIN_LATENCY = Duration.ofNanos(10_000);

    private final TestSettings singleStream;
    private final Path model;
    private final Path images;

    OnnxDemo(Duration length, Path outputDir, PrintWriter out) throws IOException {
        super(length, outputDir);
        singleStream = TestSettings.builder(Scenario.SINGLE_STREAM)
                .minDuration(length)
                .singleStreamExpectedLatency(MIN_LATENCY)
                .build();
        model = TinyClassifier.write(outputDir.resolve("tiny.onnx"));
        images = TinyClassifier.writeImages(outputDir.resolve("images.npy"), IMAGES);
        out.println("The model " + model + " has random weights and classifies the " + IMAGES + " images of " + images
                + ". ONNX Runtime runs it in this process, with one thread. Offline has batches of " + BATCH
                + " images.");
        out.println();
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.SINGLE_STREAM, Scenario.OFFLINE);
    }

    @Override
    InferenceBackend engine() {
        return OnnxBackend.builder(model).encoder(OutputEncoder.argmax()).build();
    }

    @Override
    Benchmark.Builder with(Benchmark.Builder benchmark, Scenario scenario) {
        benchmark.tensors(images);
        return scenario == Scenario.OFFLINE ? benchmark.batchSize(BATCH) : benchmark.testSettings(singleStream);
    }
}
