package io.loadharness.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.Scenario;
import io.loadharness.inference.RequestObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Serves the meters of runs at {@code /metrics}, in the text format of Prometheus. Thread-safe. The caller that starts it closes it. */
public final class PrometheusEndpoint implements AutoCloseable {

    private static final int MAX_PORT = 65_535;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Scenario, LoadHarnessMetrics> metrics = new ConcurrentHashMap<>();
    private final HttpServer server;

    private PrometheusEndpoint(HttpServer server) {
        this.server = server;
        server.createContext("/metrics", this::answer);
        server.start();
    }

    /**
     * Listens on all addresses of this machine.
     *
     * @param port 0 for any free port
     * @throws IllegalArgumentException if the port is not from 0 to 65535
     * @throws IOException if another process holds the port, or this process may not listen on it
     */
    public static PrometheusEndpoint start(int port) throws IOException {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("the port must be from 0 to " + MAX_PORT + ": got " + port);
        }
        try {
            return new PrometheusEndpoint(HttpServer.create(new InetSocketAddress(port), 0));
        } catch (IOException e) {
            throw new IOException("nothing can listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    /** Returns the observer that feeds the meters of a scenario. */
    public RequestObserver observer(Scenario scenario) {
        return metrics.computeIfAbsent(scenario, each -> new LoadHarnessMetrics(registry, each));
    }

    /** Returns the address of the meters on this machine. */
    public String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/metrics";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        metrics.values().forEach(LoadHarnessMetrics::close);
        registry.close();
    }
}
