// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Routes requests to their handlers by method and path. Runs on the event loops. */
final class PathRouter {

    private static final List<ApiDialect> DIALECTS =
            List.of(new CompletionsDialect(), new ChatDialect(), new SglangDialect(), new LlamaCppDialect());

    private final @Nullable String apiKey;
    private final Map<String, Consumer<ServerExchange>> gets;
    private final Map<String, Consumer<ServerExchange>> posts;

    PathRouter(Engine engine) {
        apiKey = engine.config().apiKey().orElse(null);
        GenerationHandler generator = new GenerationHandler(engine);
        ModelEndpoints pages = new ModelEndpoints(engine.config());
        gets = Map.of(
                "/health",
                        exchange ->
                                FullResponse.json(exchange, 200, exchange.loop().json()),
                "/v1/models", pages::models,
                "/metrics", new MetricsEndpoint(engine)::handle);
        posts = new HashMap<>();
        for (ApiDialect dialect : DIALECTS) {
            posts.put(dialect.path(), exchange -> generator.handle(exchange, dialect));
        }
        posts.put("/tokenize", pages::tokenize);
        posts.put("/detokenize", pages::detokenize);
        engine.config().profileFolder().ifPresent(folder -> {
            ProfileEndpoints profiles = new ProfileEndpoints(engine.counters(), folder);
            posts.put("/start_profile", profiles::start);
            posts.put("/stop_profile", profiles::stop);
        });
    }

    void handle(ServerExchange exchange) {
        String method = exchange.method();
        boolean isRead = method.equals("GET") || method.equals("HEAD");
        Consumer<ServerExchange> page = (isRead ? gets : posts).get(exchange.path());
        if (page != null && (isRead || method.equals("POST"))) {
            if (isAllowed(exchange)) {
                page.accept(exchange);
            } else {
                FullResponse.error(exchange, 401, "The bearer token is missing or wrong.");
            }
        } else if (gets.containsKey(exchange.path()) || posts.containsKey(exchange.path())) {
            FullResponse.error(exchange, 405, "Method Not Allowed");
        } else {
            FullResponse.error(exchange, 404, "Not Found");
        }
    }

    private boolean isAllowed(ServerExchange exchange) {
        return apiKey == null
                || !(exchange.path().startsWith("/v1/") || exchange.method().equals("POST"))
                || ("Bearer " + apiKey).equals(exchange.headers().get("authorization"));
    }
}
