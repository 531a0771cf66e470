// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
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
    public InferenceBackend create(Map<String, String> options) {
        return OnnxOptions.builder(options).build();
    }
}
