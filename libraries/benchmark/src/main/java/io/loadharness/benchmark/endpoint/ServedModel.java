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
     * @param fallback the model to use if none was requested and the server does not list exactly one; empty if there is none
     * @param dialect the dialect of the requests; empty if unknown
     * @throws IllegalArgumentException if the server does not list the requested model, or if no model was requested and the server lists
     *     no model or several models
     */
    static ServedModel of(
            OpenAiBackend server, Optional<String> wanted, Optional<String> fallback, Optional<Dialect> dialect) {
        if (wanted.isEmpty() && dialect.filter(WITHOUT_MODELS::contains).isPresent()) {
            return new ServedModel(Optional.empty(), Optional.empty());
        }
        try {
            return of(server.name(), wanted, fallback, server.models());
        } catch (IOException e) {
            String unlisted = server.name() + " lists no models at /v1/models (" + e.getMessage() + ")";
            if (wanted.isEmpty() && fallback.isPresent()) {
                return new ServedModel(
                        fallback, Optional.of(unlisted + "; the requests are for the model " + fallback.get()));
            }
            return new ServedModel(
                    wanted, Optional.of(wanted.isPresent() ? unlisted : unlisted + ", and no model is set"));
        }
    }

    static ServedModel of(String url, Optional<String> wanted, Optional<String> fallback, List<String> listed) {
        if (wanted.isPresent()) {
            return named(url, wanted.get(), listed);
        }
        boolean usesFallback = listed.isEmpty()
                || (listed.size() > 1 && fallback.filter(listed::contains).isPresent());
        return fallback.isPresent() && usesFallback
                ? new ServedModel(
                        fallback,
                        Optional.of(url + (listed.isEmpty() ? " lists no model" : " lists " + listed.size() + " models")
                                + "; the requests are for " + fallback.get()))
                : only(url, fallback, listed);
    }

    private static ServedModel named(String url, String name, List<String> listed) {
        if (!listed.isEmpty() && !listed.contains(name)) {
            throw new IllegalArgumentException(
                    url + " has no model '" + name + "'" + Suggestions.hintAndNames(name, listed));
        }
        return new ServedModel(Optional.of(name), Optional.empty());
    }

    private static ServedModel only(String url, Optional<String> fallback, List<String> listed) {
        if (listed.isEmpty()) {
            throw new IllegalArgumentException(url + " has an empty list of models: set the model (--model)");
        }
        if (listed.size() > 1) {
            throw new IllegalArgumentException(url + " has several models"
                    + fallback.map(each -> ", and the default model " + each + " is not one of them")
                            .orElse("")
                    + ": set one of them (--model): " + String.join(", ", listed));
        }
        return new ServedModel(Optional.of(listed.get(0)), Optional.of(url + " has one model, " + listed.get(0)));
    }
}
