// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.Suggestions;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds server backends by name.
 *
 * <pre>{@code
 * ServerBackend vllm = ServerBackends.named("vllm");
 * }</pre>
 */
public final class ServerBackends {

    private ServerBackends() {}

    /**
     * Returns the backend with a name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message suggests the most similar name
     */
    public static ServerBackend named(String name) {
        Map<String, ServerBackend> all = new TreeMap<>();
        ServiceLoader.load(ServerBackend.class).forEach(each -> all.put(each.name(), each));
        ServerBackend found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "unknown server backend '" + name + "'" + Suggestions.hintAndNames(name, all.keySet()));
        }
        return found;
    }
}
