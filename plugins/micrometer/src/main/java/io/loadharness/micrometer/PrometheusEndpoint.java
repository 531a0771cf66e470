// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.Scenario;
import io.loadharness.inference.RequestObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the meters of runs at {@code /metrics}, in the text format of Prometheus. Thread-safe. The caller that starts an endpoint must
 * close it.
 *
 * <pre>{@code
 * try (PrometheusEndpoint endpoint = PrometheusEndpoint.start("127.0.0.1", 9400)) {
 *     builder.observer(endpoint.observer(Scenario.SERVER));
 * }
 * }</pre>
 */
public final class PrometheusEndpoint implements AutoCloseable {

    private static final int MAX_PORT = 65_535;
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;

    static {
        // Time limits of the JDK's HTTP server in seconds. Without these limits, a client that stops sending or reading
        // would block a thread.
        setUnlessSet("sun.net.httpserver.maxReqTime", "10");
        setUnlessSet("sun.net.httpserver.maxRspTime", "60");
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Scenario, LoadHarnessMetrics> metrics = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final ScrapeThreads threads = new ScrapeThreads();

    private PrometheusEndpoint(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /**
     * Starts an endpoint at an address of this machine.
     *
     * @param host a host name or an address; {@code 127.0.0.1} accepts only programs on this machine, {@code 0.0.0.0} accepts all machines
     * @param port the port; 0 for any free port
     * @throws IllegalArgumentException if the port is not from 0 to 65535, or the host is unknown
     * @throws IOException if another process uses the port, or this process is not allowed to listen on the port
     */
    public static PrometheusEndpoint start(String host, int port) throws IOException {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("the port must be from 0 to " + MAX_PORT + ": got " + port);
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("the host '" + host + "' is unknown");
        }
        try {
            return new PrometheusEndpoint(HttpServer.create(address, 0));
        } catch (IOException e) {
            throw new IOException("cannot listen on port " + port + " of " + host + ": " + e.getMessage(), e);
        }
    }

    /** Returns the observer that records requests of a scenario in the meters of this endpoint. */
    public RequestObserver observer(Scenario scenario) {
        return metrics.computeIfAbsent(scenario, each -> new LoadHarnessMetrics(registry, each));
    }

    /** Returns the URL of the meters. If the endpoint listens on all addresses, the host in the URL is {@code localhost}. */
    public String url() {
        InetAddress address = server.getAddress().getAddress();
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort() + PATH;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!isHead && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, -1);
            } else {
                byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
                exchange.sendResponseHeaders(OK, isHead ? -1 : text.length);
                exchange.getResponseBody().write(text, 0, isHead ? 0 : text.length);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
        metrics.values().forEach(LoadHarnessMetrics::close);
        registry.close();
    }
}
