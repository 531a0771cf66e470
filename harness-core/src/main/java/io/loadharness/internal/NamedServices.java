// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds plug-ins by name. */
public final class NamedServices {

    private NamedServices() {}

    /**
     * Returns a service by name.
     *
     * @param kind the kind of service, for messages
     * @param services the loader of the services; the module that declares {@code uses} must create it
     * @throws IllegalArgumentException if no service or several services have the name; the message suggests the most similar name
     */
    public static <T> T find(String kind, ServiceLoader<T> services, Function<T, String> nameOf, String name) {
        List<T> all;
        try {
            all = services.stream().map(ServiceLoader.Provider::get).toList();
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "a jar declares a " + kind + " that cannot be created: " + e.getMessage()
                            + "; remove or repair the jar",
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
            String hint = Suggestions.hint(name, all.stream().map(nameOf).toList());
            String others = all.isEmpty()
                    ? "; no jar provides a " + kind + ": add such a jar to the class path, or use --plugins."
                    : hint.isEmpty() ? "." : hint;
            throw new IllegalArgumentException(
                    "unknown " + kind + " '" + name + "'" + others + " 'harness plugins' lists all plug-ins");
        }
        return found.get(0);
    }
}
