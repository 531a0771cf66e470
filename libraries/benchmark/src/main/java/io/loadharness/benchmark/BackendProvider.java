// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.InferenceBackend;
import java.util.Map;

/** Creates backends of one kind, which {@code harness run --backend} measures by name. Found by {@link java.util.ServiceLoader}. */
public interface BackendProvider {

    /** Returns the name of the backend. */
    String name();

    /**
     * Returns a backend, which the caller closes. It connects and allocates in {@link InferenceBackend#start}.
     *
     * @param options the settings that the user gave
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names it
     */
    InferenceBackend create(Map<String, String> options);

    /**
     * Returns the provider of a name.
     *
     * @throws IllegalArgumentException if there is none, or there are several; the message names the nearest
     */
    static BackendProvider named(String name) {
        return NamedServices.find("backend", BackendProvider.class, BackendProvider::name, name);
    }
}
