// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of pages with metrics. The tests of this module use it instead of the servers of the test kit: a module that needs the test kit
 * is built only after the tests of the modules that the test kit needs.
 */
final class PageServer implements AutoCloseable {

    /** Answers a request. When it returns, the response ends. */
    @FunctionalInterface
    interface Page {

        void answer(HttpExchange exchange) throws Exception;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();

    private PageServer(HttpServer server) {
        this.server = server;
    }

    static PageServer start(Page page) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        PageServer started = new PageServer(server);
        server.setExecutor(started.threads);
        server.createContext("/", exchange -> {
            started.requests.incrementAndGet();
            try (exchange) {
                page.answer(exchange);
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        server.start();
        return started;
    }

    static PageServer responding(String text) throws IOException {
        return start(exchange -> write(exchange, 200, text));
    }

    static void write(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int requests() {
        return requests.get();
    }

    /** Closes all connections. Interrupts requests that are not answered. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
