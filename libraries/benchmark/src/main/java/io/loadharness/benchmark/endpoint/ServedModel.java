// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The model that a server is asked for.
 *
 * @param name its name; empty if none is sent
 * @param remark what a user wants to know of how it was found; empty if there is nothing
 */
record ServedModel(Optional<String> name, Optional<String> remark) {

    private static final Set<Dialect> WITHOUT_MODELS = Set.of(Dialect.SGLANG_GENERATE, Dialect.LLAMA_CPP);

    /**
     * The model that the user named, if the server lists it; else the only one that it lists.
     *
     * @param wanted what the user named
     * @param dialect in which it will be asked, if that is known
     * @throws IllegalArgumentException if the server lists others
     */
    static ServedModel of(OpenAiBackend server, Optional<String> wanted, Optional<Dialect> dialect) {
        if (wanted.isEmpty() && dialect.filter(WITHOUT_MODELS::contains).isPresent()) {
            return new ServedModel(Optional.empty(), Optional.empty());
        }
        try {
            return of(server.name(), wanted, server.models());
        } catch (IOException e) {
            String unlisted = server.name() + " lists no models at /v1/models (" + e.getMessage() + ")";
            return new ServedModel(
                    wanted, Optional.of(wanted.isPresent() ? unlisted : unlisted + ", and --model names none"));
        }
    }

    static ServedModel of(String url, Optional<String> wanted, List<String> listed) {
        return wanted.isPresent() ? named(url, wanted.get(), listed) : only(url, listed);
    }

    private static ServedModel named(String url, String name, List<String> listed) {
        if (!listed.isEmpty() && !listed.contains(name)) {
            throw new IllegalArgumentException(
                    url + " has no model '" + name + "'; the nearest is '" + Suggestions.nearest(name, listed) + "'");
        }
        return new ServedModel(Optional.of(name), Optional.empty());
    }

    private static ServedModel only(String url, List<String> listed) {
        if (listed.isEmpty()) {
            throw new IllegalArgumentException(url + " has an empty list of models: name one by --model");
        }
        if (listed.size() > 1) {
            throw new IllegalArgumentException(
                    url + " has several models: name one by --model, of " + String.join(", ", listed));
        }
        return new ServedModel(Optional.of(listed.get(0)), Optional.of(url + " has one model, " + listed.get(0)));
    }
}
