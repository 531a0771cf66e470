// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds plug-ins by name. */
public final class NamedServices {

    private NamedServices() {}

    /**
     * Returns a service by name.
     *
     * @throws IllegalArgumentException if no service or several services have the name; the message suggests the most similar name
     * @see #find(String, ServiceLoader, Function, String, Map)
     */
    public static <T> T find(String kind, ServiceLoader<T> services, Function<T, String> nameOf, String name) {
        return find(kind, services, nameOf, name, Map.of());
    }

    /**
     * Returns a service by name.
     *
     * @param kind the kind of service, for messages
     * @param services the loader of the services; the module that declares {@code uses} must create it
     * @param modules the Maven coordinates of modules with known services, by the name of the service
     * @throws IllegalArgumentException if no service or several services have the name; the message suggests the most similar name, or the
     *     module to add
     */
    public static <T> T find(
            String kind,
            ServiceLoader<T> services,
            Function<T, String> nameOf,
            String name,
            Map<String, String> modules) {
        List<T> all;
        try {
            all = services.stream().map(ServiceLoader.Provider::get).toList();
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "a jar declares " + withArticle(kind) + " that cannot be created: " + e.getMessage()
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
            if (modules.containsKey(name)) {
                throw new IllegalArgumentException("the " + kind + " '" + name + "' requires the module "
                        + modules.get(name) + " on the class path");
            }
            String hint = Suggestions.hint(
                    name,
                    Stream.concat(all.stream().map(nameOf), modules.keySet().stream())
                            .toList());
            String others = !hint.isEmpty()
                    ? hint
                    : all.isEmpty()
                            ? "; no jar provides " + withArticle(kind)
                                    + ": add such a jar to the class path, or use --plugins."
                            : ".";
            throw new IllegalArgumentException(
                    "unknown " + kind + " '" + name + "'" + others + " 'harness plugins' lists all plug-ins");
        }
        return found.get(0);
    }

    private static String withArticle(String kind) {
        return ("aeiou".indexOf(kind.charAt(0)) < 0 ? "a " : "an ") + kind;
    }
}
