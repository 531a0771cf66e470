// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.internal.NamedServices;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A plug-in that creates load generators, which replace MLPerf LoadGen in {@code harness run --generator NAME}. {@link ServiceLoader} finds
 * the plug-in.
 *
 * <pre>{@code
 * public final class BurstProvider implements GeneratorProvider {
 *     public String name() {
 *         return "burst";
 *     }
 *
 *     public LoadGenerator create(Map<String, String> options) {
 *         return new BurstGenerator(options);
 *     }
 * }
 * }</pre>
 */
public interface GeneratorProvider {

    /** Returns the name of the generator. */
    String name();

    /**
     * Creates a generator. Called before each run, and before each calculation of the planned size of a run. The caller closes the
     * generator.
     *
     * @param options the options that the user set
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    LoadGenerator create(Map<String, String> options);

    /**
     * Returns a provider by name.
     *
     * @throws IllegalArgumentException if no provider or several providers have the name; the message suggests the most similar name
     */
    static GeneratorProvider named(String name) {
        return NamedServices.find(
                "generator", ServiceLoader.load(GeneratorProvider.class), GeneratorProvider::name, name);
    }
}
