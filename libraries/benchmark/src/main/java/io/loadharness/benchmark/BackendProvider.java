// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.InferenceBackend;
import java.util.Map;

/**
 * A plug-in that creates backends, for {@code harness run --backend NAME}. {@link java.util.ServiceLoader} finds it.
 *
 * <pre>{@code
 * public final class MyProvider implements BackendProvider {
 *   public String name() { return "my-backend"; }
 *   public InferenceBackend create(Map<String, String> options) { return new MyBackend(options.get("address")); }
 * }
 * }</pre>
 */
public interface BackendProvider {

    /** Returns the name of the backend. */
    String name();

    /**
     * Creates a backend. The backend connects and allocates resources only in {@link InferenceBackend#start}. The caller closes the
     * backend.
     *
     * @param options the options that the user set
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    InferenceBackend create(Map<String, String> options);

    /**
     * Returns a provider by name.
     *
     * @throws IllegalArgumentException if no provider or several providers have the name; the message suggests the most similar name
     */
    static BackendProvider named(String name) {
        return NamedServices.find("backend", BackendProvider.class, BackendProvider::name, name);
    }
}
