// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds who answers a request. On the event loops. */
final class PathRouter {

    private static final List<ApiDialect> DIALECTS =
            List.of(new CompletionsDialect(), new ChatDialect(), new SglangDialect(), new LlamaCppDialect());

    private final @Nullable String apiKey;
    private final Map<String, Consumer<ServedExchange>> gets;
    private final Map<String, Consumer<ServedExchange>> posts;

    PathRouter(Engine engine) {
        apiKey = engine.config().apiKey().orElse(null);
        Generator generator = new Generator(engine);
        ModelPages pages = new ModelPages(engine.config());
        gets = Map.of(
                "/health", exchange -> Plain.json(exchange, 200, exchange.loop().json()),
                "/v1/models", pages::models,
                "/metrics", new ServedMetrics(engine)::show);
        posts = new HashMap<>();
        for (ApiDialect dialect : DIALECTS) {
            posts.put(dialect.path(), exchange -> generator.answer(exchange, dialect));
        }
        posts.put("/tokenize", pages::tokenize);
        posts.put("/detokenize", pages::detokenize);
        engine.config().profileFolder().ifPresent(folder -> {
            ProfilePages profiles = new ProfilePages(engine.counters(), folder);
            posts.put("/start_profile", profiles::start);
            posts.put("/stop_profile", profiles::stop);
        });
    }

    void handle(ServedExchange exchange) {
        String method = exchange.method();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        Consumer<ServedExchange> page = (reads ? gets : posts).get(exchange.path());
        if (page != null && (reads || method.equals("POST"))) {
            if (isAllowed(exchange)) {
                page.accept(exchange);
            } else {
                Plain.error(exchange, 401, "The bearer token is missing or wrong.");
            }
        } else if (gets.containsKey(exchange.path()) || posts.containsKey(exchange.path())) {
            Plain.error(exchange, 405, "Method Not Allowed");
        } else {
            Plain.error(exchange, 404, "Not Found");
        }
    }

    private boolean isAllowed(ServedExchange exchange) {
        return apiKey == null
                || !(exchange.path().startsWith("/v1/") || exchange.method().equals("POST"))
                || ("Bearer " + apiKey).equals(exchange.headers().get("authorization"));
    }
}
