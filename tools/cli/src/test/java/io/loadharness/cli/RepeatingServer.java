// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that refuses the token after some requests, and repeats it in the message, as servers of OpenAI do. */
public final class RepeatingServer implements AutoCloseable {

    private static final String RESPONSE = """
            {"choices": [{"index": 0, "text": "a b", "token_ids": [5, 6], "message": {"role": "assistant", "content": "a b"},
            "finish_reason": "stop"}], "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}}""";

    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final String token;
    private final int accepted;
    private final Set<String> bodies = ConcurrentHashMap.newKeySet();

    /**
     * Starts the server.
     *
     * @param accepted the number of requests that the server accepts
     */
    public RepeatingServer(String token, int accepted) throws IOException {
        this.token = token;
        this.accepted = accepted;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the different bodies of all requests. */
    public Set<String> bodies() {
        return Set.copyOf(bodies);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            boolean isPost = exchange.getRequestMethod().equals("POST");
            boolean isRefused = isPost && requests.incrementAndGet() > accepted;
            String text = isRefused
                    ? "{\"error\": {\"message\": \"Incorrect API key provided: " + token + ".\"}}"
                    : isPost ? RESPONSE : "{\"data\": [{\"id\": \"m\"}]}";
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(isRefused ? 401 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
