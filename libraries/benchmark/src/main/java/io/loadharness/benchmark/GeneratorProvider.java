// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import java.util.Map;

/**
 * Creates load generators of one kind, which {@code harness run --generator} uses by name in place of MLPerf LoadGen. Found by
 * {@link java.util.ServiceLoader}.
 */
public interface GeneratorProvider {

    /** Returns the name of the generator. */
    String name();

    /**
     * Returns a generator, which the caller closes. Each run, and each look at its plan, uses a generator of its own.
     *
     * @param options the settings that the user gave
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names it
     */
    LoadGenerator create(Map<String, String> options);

    /**
     * Returns the provider of a name.
     *
     * @throws IllegalArgumentException if there is none, or there are several; the message names the nearest
     */
    static GeneratorProvider named(String name) {
        return NamedServices.find("generator", GeneratorProvider.class, GeneratorProvider::name, name);
    }
}
