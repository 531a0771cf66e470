// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.EngineSample;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Provides the engine {@code llama}. The {@code ServiceLoader} creates the provider. */
public final class LlamaProvider implements EngineProvider {

    private static final List<String> OPTIONS =
            List.of("model", "context", "sequences", "batch", "threads", "gpu-layers");

    private static final int SAMPLE_SEQUENCES = 4;

    /** Creates the provider. */
    public LlamaProvider() {}

    @Override
    public String name() {
        return "llama";
    }

    @Override
    public Optional<EngineSample> writeSample(Path folder) throws IOException {
        Path model = TinyModel.write(folder.resolve("tiny.gguf"));
        return Optional.of(new EngineSample(
                Map.of("model", model.toString(), "sequences", String.valueOf(SAMPLE_SEQUENCES), "threads", "1"),
                Optional.empty(),
                "The model " + model + " has random weights. llama.cpp runs it in this process, up to "
                        + SAMPLE_SEQUENCES + " requests at the same time."));
    }

    @Override
    public InferenceBackend create(Map<String, String> options) {
        String model = options.get("model");
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException(
                    "the llama engine needs a model: set model (--model) to the path of a GGUF file");
        }
        LlamaBackend.Builder builder = LlamaBackend.builder(Path.of(model));
        options.forEach((name, value) -> set(builder, name, value));
        return builder.build();
    }

    private static void set(LlamaBackend.Builder builder, String name, String value) {
        switch (name) {
            case "model" -> {} // the builder has it
            case "context" -> builder.context(number(name, value));
            case "sequences" -> builder.sequences(number(name, value));
            case "batch" -> builder.batch(number(name, value));
            case "threads" -> builder.threads(number(name, value));
            case "gpu-layers" -> builder.gpuLayers(number(name, value));
            default ->
                throw new IllegalArgumentException(
                        "unknown option '" + name + "' of the llama engine" + Suggestions.hintAndNames(name, OPTIONS));
        }
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the option '" + name + "' of the llama engine must be a whole number: got '" + value + "'", e);
        }
    }
}
