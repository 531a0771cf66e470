package io.loadharness.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.Scenario;
import io.loadharness.inference.RequestObserver;
import io.loadharness.micrometer.LoadHarnessMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Serves the meters of runs at {@code /metrics}, as Prometheus reads them. Its owner closes it. */
public final class PrometheusEndpoint implements AutoCloseable {

    private static final int MOST_PORT = 65_535;

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
     * @param port 0 for any that is free
     * @throws IOException if it cannot
     */
    public static PrometheusEndpoint start(int port) throws IOException {
        try {
            return new PrometheusEndpoint(HttpServer.create(new InetSocketAddress(port), 0));
        } catch (IOException e) {
            throw new IOException("--metrics-port: nothing can listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    /**
     * Looks whether there can be such a port.
     *
     * @throws IllegalArgumentException if not
     */
    public static void check(int port) {
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException("--metrics-port is " + port + " and must be from 0 to " + MOST_PORT);
        }
    }

    /** What the meters of a scenario need to hear. */
    public RequestObserver observer(Scenario scenario) {
        return metrics.computeIfAbsent(scenario, each -> new LoadHarnessMetrics(registry, each));
    }

    /** Where they are. */
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
