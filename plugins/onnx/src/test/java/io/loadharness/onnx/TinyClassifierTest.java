// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.TensorDataset;
import io.loadharness.inference.InferenceRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TinyClassifierTest {

    @TempDir
    Path folder;

    @Test
    void classifiesItsImages() throws Exception {
        classify(
                TinyClassifier.write(folder.resolve("tiny.onnx")),
                TinyClassifier.writeImages(folder.resolve("images.npy"), 5));
    }

    @Test
    void classifiesItsVectors() throws Exception {
        classify(
                TinyClassifier.writePerceptron(folder.resolve("perceptron.onnx")),
                TinyClassifier.writeVectors(folder.resolve("vectors.npy"), 5));
    }

    @Test
    void writesTheSameFilesAgain() throws IOException {
        assertThat(TinyClassifier.write(folder.resolve("a.onnx")))
                .hasSameBinaryContentAs(TinyClassifier.write(folder.resolve("b.onnx")));
        assertThat(TinyClassifier.writeImages(folder.resolve("a.npy"), 2))
                .hasSameBinaryContentAs(TinyClassifier.writeImages(folder.resolve("b.npy"), 2));
    }

    private static void classify(Path model, Path samples) throws Exception {
        List<InferenceRequest> requests = TensorDataset.read(samples).requests();
        assertThat(requests).hasSize(5);
        try (OnnxBackend backend = Samples.started(OnnxBackend.builder(model))) {
            Set<List<Float>> all = new HashSet<>();
            for (InferenceRequest each : requests) {
                backend.check(each);
                float[] scores = Samples.floats(Samples.send(backend, each));
                assertThat(scores).hasSize(10).doesNotContain(Float.NaN);
                all.add(List.of(scores[0], scores[9]));
            }
            assertThat(all).hasSize(5);
        }
    }
}
