// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.internal.NamedServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A plug-in with an inference engine, for {@code Benchmark.builder().engine(NAME, model)} and {@code harness run --engine NAME}.
 * {@link ServiceLoader} finds the plug-in.
 *
 * <pre>{@code
 * public final class MyProvider implements EngineProvider {
 *     public String name() {
 *         return "my-engine";
 *     }
 *
 *     public InferenceBackend create(Map<String, String> options) {
 *         return new MyBackend(Path.of(options.get("model")));
 *     }
 * }
 * }</pre>
 */
public interface EngineProvider {

    /** Returns the name of the engine. */
    String name();

    /**
     * Returns true if the engine takes {@linkplain Prompt.Tensors tensors}, false if it takes text, token ids or chat messages. The harness
     * reads the data set in the corresponding format.
     */
    default boolean takesTensors() {
        return false;
    }

    /**
     * Returns the name of the option for the number of copies of the model, which {@code harness run --replicas} sets. The default is
     * empty: {@code --replicas} does not apply to the engine.
     */
    default Optional<String> replicasOption() {
        return Optional.empty();
    }

    /**
     * Creates a backend. The backend loads the model and allocates resources only in {@link InferenceBackend#start}. The caller closes the
     * backend. The caller may close a backend that it never started, for example if it only checks the options.
     *
     * @param options the options that the user set, for example {@code model} with the path of the model
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    InferenceBackend create(Map<String, String> options);

    /**
     * Writes a small generated model into a folder, for {@code harness demo --engine}. The default is empty: the engine has no demo.
     *
     * @throws IOException if a file cannot be written
     */
    default Optional<EngineSample> writeSample(Path folder) throws IOException {
        return Optional.empty();
    }

    /**
     * Returns a provider by name.
     *
     * @throws IllegalArgumentException if no provider or several providers have the name; the message suggests the most similar name, or
     *     the module to add
     */
    static EngineProvider named(String name) {
        return NamedServices.find(
                "engine",
                ServiceLoader.load(EngineProvider.class),
                EngineProvider::name,
                name,
                Map.of("onnx", "io.loadharness:harness-onnx", "llama", "io.loadharness:harness-llama"));
    }
}
