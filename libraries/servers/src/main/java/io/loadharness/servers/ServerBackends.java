// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.Suggestions;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The backends that there are. */
public final class ServerBackends {

    private ServerBackends() {}

    /**
     * The backend of a name.
     *
     * @throws IllegalArgumentException if there is none; names the nearest
     */
    public static ServerBackend named(String name) {
        Map<String, ServerBackend> all = new TreeMap<>();
        ServiceLoader.load(ServerBackend.class).forEach(each -> all.put(each.name(), each));
        ServerBackend found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException("'" + name + "' is no backend; the nearest is "
                    + Suggestions.nearest(name, all.keySet()) + ", and there are " + String.join(", ", all.keySet()));
        }
        return found;
    }
}
