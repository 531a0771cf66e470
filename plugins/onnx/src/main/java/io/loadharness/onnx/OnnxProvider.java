// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.EngineSample;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Provides {@link OnnxBackend} as the engine {@code onnx}. The page {@code docs/guides/onnx.md} lists the options.
 *
 * <pre>{@code
 * InferenceBackend backend = EngineProvider.named("onnx").create(Map.of("model", "resnet50.onnx", "output", "argmax"));
 * }</pre>
 */
public final class OnnxProvider implements EngineProvider {

    private static final int SAMPLE_IMAGES = 64;

    /** Creates the provider. */
    public OnnxProvider() {}

    @Override
    public String name() {
        return "onnx";
    }

    @Override
    public boolean takesTensors() {
        return true;
    }

    /** Returns the option for the number of sessions. */
    @Override
    public Optional<String> replicasOption() {
        return Optional.of("sessions");
    }

    @Override
    public Optional<EngineSample> writeSample(Path folder) throws IOException {
        Path model = TinyClassifier.write(folder.resolve("tiny.onnx"));
        Path images = TinyClassifier.writeImages(folder.resolve("images.npy"), SAMPLE_IMAGES);
        return Optional.of(new EngineSample(
                Map.of("model", model.toString(), "output", "argmax"),
                Optional.of(images),
                "The model " + model + " has random weights and classifies the " + SAMPLE_IMAGES + " images of "
                        + images + ". ONNX Runtime runs it in this process, with one thread."));
    }

    @Override
    public InferenceBackend create(Map<String, String> options) {
        return OnnxOptions.builder(options).build();
    }
}
