// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.options.Counts;
import io.loadharness.http.Dialect;
import io.loadharness.http.Secret;
import io.loadharness.http.TlsOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which servers are asked, and how. */
public final class ServerOptions {

    /** What is shorter is no secret, and striking it out of messages would only damage them. */
    private static final int SHORTEST_SECRET = 4;

    @Option(
            names = {"--url", "--api-server-url"},
            paramLabel = "URL",
            description = "The server, as in http://host:8000. Several times for several servers.")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "So many servers for each --url, at its port and the ports after it. Default: ${DEFAULT-VALUE}")
    private int replicas;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model. Default: the only one that the server has.")
    private @Nullable String model;

    private List<Dialect> dialects = DialectSearch.ORDER;

    private Optional<Secret> bearer = Optional.empty();

    private int toStart;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "How to ask: openai-completions, openai-chat, vllm-completions, vllm-chat, sglang-generate or"
                    + " llama-cpp. Default: the first that works, those with token ids first.")
    private @Nullable Dialect dialect;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "A header of each request; the value is never shown.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--api-key-env", paramLabel = "VARIABLE", description = "The variable that holds the bearer token.")
    private @Nullable String apiKeyVariable;

    @Option(names = "--api-key-file", paramLabel = "FILE", description = "The file that holds the bearer token.")
    private @Nullable Path apiKeyFile;

    @Option(names = "--ca", paramLabel = "PEM", description = "Certificates to trust instead of Java's own.")
    private @Nullable Path ca;

    @Option(names = "--certificate", paramLabel = "PEM", description = "The client's certificate.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "The client's private key.")
    private @Nullable Path key;

    @Option(names = "--insecure", description = "Trust every certificate.")
    private boolean insecure;

    @Option(names = "--transport", paramLabel = "NAME", description = "Which HTTP client. Default: the best there is.")
    private @Nullable String transport;

    @Option(
            names = "--http2",
            description = "Speak HTTP/2 with servers that do, else HTTP/1.1. Without it HTTP/1.1 is spoken.")
    private boolean http2;

    @Option(names = "--proxy", paramLabel = "HOST:PORT", description = "The HTTP proxy to go through.")
    private @Nullable InetSocketAddress proxy;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description =
                    "The most connections to each server; a request that finds none free waits. Default: no limit")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            description = "How long a request may take, as in 30s. Default: 10 minutes to the first byte, 30 in all.")
    private @Nullable Duration requestTimeout;

    /**
     * Returns the URLs.
     *
     * @throws IllegalArgumentException if there is none, or one is given twice
     */
    private List<String> urls() {
        if (toStart > 0) {
            return List.of();
        }
        if (urls.isEmpty()) {
            throw new IllegalArgumentException(
                    "no server is named: give one by --url, as in --url http://localhost:8000");
        }
        List<String> all = urls.stream()
                .flatMap(url -> Replicas.of(url, replicas).stream())
                .toList();
        Set<String> seen = new HashSet<>();
        for (String each : all) {
            if (!seen.add(each)) {
                throw new IllegalArgumentException("the server " + each + " is given twice");
            }
        }
        return all;
    }

    /**
     * Returns how many servers there are, or will be.
     *
     * @throws IllegalArgumentException if there is none, or one is given twice
     */
    public int count() {
        return toStart > 0 ? toStart : urls().size();
    }

    /**
     * Checks that no option names a server.
     *
     * @throws IllegalArgumentException if one does
     */
    public void requireNone() {
        if (!urls.isEmpty() || replicas != 1) {
            throw new IllegalArgumentException(
                    "--server-config starts the servers that are asked: leave out --url and" + " --replicas");
        }
    }

    /** Sets how many servers will be started. */
    public void willBeStarted(int count) {
        toStart = count;
    }

    /** Sets the dialects to try, unless an option names one. */
    public void askOnlyAs(List<Dialect> some) {
        dialects = List.copyOf(some);
    }

    /** Sets a bearer token, unless an option says where one is. */
    public void bearer(Secret token) {
        bearer = Optional.of(token);
    }

    /**
     * Returns the endpoints; without URLs if servers will be started.
     *
     * @throws IllegalArgumentException if an option does not apply
     */
    public Endpoints endpoints() {
        Endpoints.Builder endpoints = Endpoints.builder(urls().toArray(String[]::new));
        if (model != null) {
            endpoints.model(model);
        }
        if (dialect == null) {
            endpoints.dialects(dialects);
        } else {
            endpoints.dialect(dialect);
        }
        headers.forEach(each -> addHeader(endpoints, each));
        apiKey().ifPresent(endpoints::bearer);
        endpoints.tls(new TlsOptions(
                Optional.ofNullable(ca), Optional.ofNullable(certificate), Optional.ofNullable(key), insecure));
        if (transport != null) {
            endpoints.transport(transport);
        }
        endpoints.http2(http2);
        if (proxy != null) {
            endpoints.proxy(proxy);
        }
        if (maxConnections != null) {
            Counts.requireAtLeast(1, "--max-connections", maxConnections);
            endpoints.maxConnections(maxConnections);
        }
        if (requestTimeout != null) {
            if (requestTimeout.isZero()) {
                throw new IllegalArgumentException("--request-timeout must be more than zero");
            }
            endpoints.requestTimeout(requestTimeout);
        }
        return endpoints.build();
    }

    private static void addHeader(Endpoints.Builder endpoints, String header) {
        int equals = header.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "--header is a name, an equals sign and a value, as in --header X-Team=blue");
        }
        String name = header.substring(0, equals);
        String value = header.substring(equals + 1);
        if (value.length() < SHORTEST_SECRET) {
            endpoints.header(name, value);
        } else {
            endpoints.header(name, Secret.of(value));
        }
    }

    private Optional<Secret> apiKey() {
        if (apiKeyVariable != null && apiKeyFile != null) {
            throw new IllegalArgumentException("--api-key-env and --api-key-file say the same: give one of them");
        }
        if (apiKeyFile != null) {
            return Optional.of(Secret.fromFile(apiKeyFile));
        }
        return apiKeyVariable == null ? bearer : Optional.of(Secret.fromEnvironment(apiKeyVariable));
    }
}
