// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy in front of a server that can hold requests until a test allows them. It sends each response as a whole. */
public final class GatedProxy implements AutoCloseable {

    /** A callback around each request. Requests for completions are numbered from 1; the number of any other request is 0. */
    public interface Gate {

        /** Called before a request reaches the server. The request waits until this method returns. */
        void before(String path, long number) throws InterruptedException;

        /** Called when the server has answered a request, before the client gets the response. */
        default void after(String path) {}
    }

    private final URI target;
    private final Gate gate;
    private final AtomicLong completions = new AtomicLong();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer listener;

    private GatedProxy(int port, URI target, Gate gate) throws IOException {
        this.target = target;
        this.gate = gate;
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        listener.setExecutor(threads);
        listener.createContext("/", this::forward);
        listener.start();
    }

    /** Starts a proxy. With port 0, it chooses a free port. */
    public static GatedProxy start(int port, URI target, Gate gate) throws IOException {
        return new GatedProxy(port, target, gate);
    }

    /** Returns the base URL for clients. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getAddress().getPort());
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean isCompletion = path.endsWith("/completions");
            HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(
                    exchange.getRequestBody().readAllBytes());
            gate.before(path, isCompletion ? completions.incrementAndGet() : 0);
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
                            .header("Content-Type", "application/json")
                            .method(exchange.getRequestMethod(), body)
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            gate.after(path);
            response.headers().firstValue("content-type").ifPresent(type -> exchange.getResponseHeaders()
                    .set("Content-Type", type));
            exchange.sendResponseHeaders(
                    response.statusCode(), response.body().length == 0 ? -1 : response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        listener.stop(0);
        threads.shutdownNow();
    }
}
