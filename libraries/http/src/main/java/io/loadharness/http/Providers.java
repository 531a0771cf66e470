// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.Suggestions;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the installed transports by name or preference. */
final class Providers {

    private Providers() {}

    static HttpTransportProvider best(HttpVersion version) {
        return all().stream()
                .filter(each -> each.supports(version))
                .max(Comparator.comparingInt(HttpTransportProvider::preference))
                .orElseThrow();
    }

    static HttpTransportProvider named(String name) {
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    private static IllegalArgumentException unknown(String name) {
        List<String> names =
                all().stream().map(HttpTransportProvider::name).sorted().toList();
        return new IllegalArgumentException("unknown transport '" + name + "'" + Suggestions.hintAndNames(name, names));
    }

    private static List<HttpTransportProvider> all() {
        return ServiceLoader.load(HttpTransportProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
