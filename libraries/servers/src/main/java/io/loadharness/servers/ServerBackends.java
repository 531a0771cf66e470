// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.Suggestions;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Finds server backends by name. */
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
            throw new IllegalArgumentException("unknown server backend '" + name + "'; did you mean "
                    + Suggestions.nearest(name, all.keySet()) + "? Available: " + String.join(", ", all.keySet()));
        }
        return found;
    }
}
