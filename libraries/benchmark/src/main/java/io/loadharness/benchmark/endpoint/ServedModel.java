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
 * The model name in requests to a server.
 *
 * @param name the name; empty if requests contain no model name
 * @param message a message for the user about the detection; empty if no message is needed
 */
record ServedModel(Optional<String> name, Optional<String> message) {

    private static final Set<Dialect> WITHOUT_MODELS = Set.of(Dialect.SGLANG_GENERATE, Dialect.LLAMA_CPP);

    /**
     * Returns the requested model if the server lists it. If no model was requested, returns the only model that the server lists.
     *
     * @param wanted the requested model; empty if none was requested
     * @param dialect the dialect of the requests; empty if unknown
     * @throws IllegalArgumentException if the server does not list the requested model, or if no model was requested and the server lists
     *     no model or several models
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
                    wanted, Optional.of(wanted.isPresent() ? unlisted : unlisted + ", and no model is set"));
        }
    }

    static ServedModel of(String url, Optional<String> wanted, List<String> listed) {
        return wanted.isPresent() ? named(url, wanted.get(), listed) : only(url, listed);
    }

    private static ServedModel named(String url, String name, List<String> listed) {
        if (!listed.isEmpty() && !listed.contains(name)) {
            throw new IllegalArgumentException(
                    url + " has no model '" + name + "'; did you mean '" + Suggestions.nearest(name, listed) + "'?");
        }
        return new ServedModel(Optional.of(name), Optional.empty());
    }

    private static ServedModel only(String url, List<String> listed) {
        if (listed.isEmpty()) {
            throw new IllegalArgumentException(url + " has an empty list of models: set the model (--model)");
        }
        if (listed.size() > 1) {
            throw new IllegalArgumentException(
                    url + " has several models: set one of them (--model): " + String.join(", ", listed));
        }
        return new ServedModel(Optional.of(listed.get(0)), Optional.of(url + " has one model, " + listed.get(0)));
    }
}
