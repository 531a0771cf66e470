// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.dataset.TensorDataset;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import io.loadharness.onnx.TinyClassifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A model and the samples that all programs of a comparison run.
 *
 * @param data the file of the samples
 * @param requests the samples in memory
 */
record OnnxWorkload(Path model, Path data, List<InferenceRequest> requests) {

    static final int SAMPLES = 64;

    /** The number of samples in a batch of Offline. */
    static final int BATCH = 16;

    /** Writes a model of two convolutions and its images into a folder. */
    static OnnxWorkload convolution(Path folder) throws IOException {
        return of(
                TinyClassifier.write(folder.resolve("convolution.onnx")),
                TinyClassifier.writeImages(folder.resolve("images.npy"), SAMPLES));
    }

    /** Writes a model of three fully connected layers and its vectors into a folder. */
    static OnnxWorkload perceptron(Path folder) throws IOException {
        return of(
                TinyClassifier.writePerceptron(folder.resolve("perceptron.onnx")),
                TinyClassifier.writeVectors(folder.resolve("vectors.npy"), SAMPLES));
    }

    private static OnnxWorkload of(Path model, Path data) throws IOException {
        return new OnnxWorkload(model, data, TensorDataset.read(data).requests());
    }

    /** Returns the tensor of a sample. */
    Tensor tensor(int sample) {
        return ((Prompt.Tensors) requests.get(sample).prompt()).inputs().get(0);
    }
}
