// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds services by name. */
final class NamedServices {

    private NamedServices() {}

    /**
     * Returns the service of a name.
     *
     * @param kind of service, for messages
     * @throws IllegalArgumentException if there is none, or there are several; the message names the nearest
     */
    static <T> T find(String kind, Class<T> type, Function<T, String> nameOf, String name) {
        List<T> all;
        try {
            all = ServiceLoader.load(type).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "a jar names a " + kind + " that cannot be created: " + e.getMessage() + "; remove or mend the jar",
                    e);
        }
        List<T> found =
                all.stream().filter(each -> name.equals(nameOf.apply(each))).toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    "there are " + found.size() + " implementations of the " + kind + " '" + name
                            + "': "
                            + String.join(
                                    " and ",
                                    found.stream()
                                            .map(each -> each.getClass().getName())
                                            .toList())
                            + "; remove the jars of all but one");
        }
        if (found.isEmpty()) {
            String others = all.isEmpty()
                    ? "no jar brings any " + kind + ", see --plugins"
                    : "the nearest is '"
                            + Suggestions.nearest(name, all.stream().map(nameOf).toList()) + "'";
            throw new IllegalArgumentException(
                    "there is no " + kind + " '" + name + "'; " + others + ", and `harness plugins` lists all");
        }
        return found.get(0);
    }
}
