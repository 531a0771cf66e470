// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.PolledPage;
import io.loadharness.http.Secret;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Servers with an OpenAI-compatible API, and the settings of the connections to them. Immutable and thread-safe.
 *
 * <pre>{@code
 * Endpoints servers = Endpoints.builder("http://localhost:8000", "http://localhost:8001")
 *     .model("llama")
 *     .requestTimeout(Duration.ofSeconds(30))
 *     .build();
 * }</pre>
 */
public final class Endpoints {

    private static final Duration PAGE_LIMIT = Duration.ofSeconds(5);
    private static final long MAX_PAGE_BYTES = 8 << 20;

    private final Builder settings; // a copy that is never changed
    private final List<String> urls;
    private final Map<String, String> modelsByUrl;

    private Endpoints(Builder settings, List<String> urls, Map<String, String> modelsByUrl) {
        this.settings = settings;
        this.urls = urls;
        this.modelsByUrl = modelsByUrl;
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {

        private final List<String> urls = new ArrayList<>();
        private final List<Header> headers = new ArrayList<>();
        private Optional<String> model = Optional.empty();
        private Optional<Dialect> dialect = Optional.empty();
        private List<Dialect> candidates = DialectSearch.ORDER;
        private Optional<Secret> bearer = Optional.empty();
        private TlsOptions tls = TransportOptions.DEFAULTS.tls();
        private Optional<String> transport = Optional.empty();
        private boolean http2;
        private Optional<InetSocketAddress> proxy = Optional.empty();
        private OptionalInt maxConnections = OptionalInt.empty();
        private Optional<Duration> requestTimeout = Optional.empty();

        private record Header(String name, Optional<String> text, Optional<Secret> secret) {}

        private Builder() {}

        /** Adds a server. */
        public Builder url(String url) {
            urls.add(url);
            return this;
        }

        /** Sets the model that is asked for. Default: the only one that a server lists. */
        public Builder model(String name) {
            model = Optional.of(name);
            return this;
        }

        /** Sets the dialect. Default: the first one that works. */
        public Builder dialect(Dialect name) {
            dialect = Optional.of(name);
            return this;
        }

        /** Sets the dialects to try, the preferred one first, if {@link #dialect} is not set. */
        public Builder dialects(List<Dialect> candidateDialects) {
            candidates = List.copyOf(candidateDialects);
            return this;
        }

        /** Adds a header to every request. */
        public Builder header(String name, String value) {
            headers.add(new Header(name, Optional.of(value), Optional.empty()));
            return this;
        }

        /** Adds a header to every request; its value appears in no message and no file. */
        public Builder header(String name, Secret value) {
            headers.add(new Header(name, Optional.empty(), Optional.of(value)));
            return this;
        }

        /** Sets the bearer token of every request. */
        public Builder bearer(Secret token) {
            bearer = Optional.of(token);
            return this;
        }

        /** Sets certificates and keys. */
        public Builder tls(TlsOptions options) {
            tls = options;
            return this;
        }

        /** Sets the HTTP client by its name. Default: the best one on the class path. */
        public Builder transport(String name) {
            transport = Optional.of(name);
            return this;
        }

        /** Uses HTTP/2 with servers that support it. Default: HTTP/1.1. */
        public Builder http2(boolean enabled) {
            http2 = enabled;
            return this;
        }

        /** Sets the HTTP proxy. */
        public Builder proxy(InetSocketAddress address) {
            proxy = Optional.of(address);
            return this;
        }

        /** Sets the maximum number of connections to each server. Default: no limit. */
        public Builder maxConnections(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("maxConnections must be at least 1: got " + count);
            }
            maxConnections = OptionalInt.of(count);
            return this;
        }

        /** Sets the maximum time of a request. Default: 10 minutes to the first byte, 30 minutes in all. */
        public Builder requestTimeout(Duration limit) {
            if (limit.isZero() || limit.isNegative()) {
                throw new IllegalArgumentException("requestTimeout must be positive: got " + limit);
            }
            requestTimeout = Optional.of(limit);
            return this;
        }

        private Builder(Builder other) {
            urls.addAll(other.urls);
            headers.addAll(other.headers);
            model = other.model;
            dialect = other.dialect;
            candidates = other.candidates;
            bearer = other.bearer;
            tls = other.tls;
            transport = other.transport;
            http2 = other.http2;
            proxy = other.proxy;
            maxConnections = other.maxConnections;
            requestTimeout = other.requestTimeout;
        }

        /**
         * Returns the endpoints. The builder may be changed and used again.
         *
         * @throws IllegalArgumentException if a server is given twice
         */
        public Endpoints build() {
            Set<String> seen = new HashSet<>();
            for (String each : urls) {
                if (!seen.add(each)) {
                    throw new IllegalArgumentException("the server " + each + " is given twice");
                }
            }
            return new Endpoints(new Builder(this), List.copyOf(urls), Map.of());
        }
    }

    /** Returns a builder for endpoints at these URLs. */
    public static Builder builder(String... urls) {
        Builder builder = new Builder();
        List.of(urls).forEach(builder::url);
        return builder;
    }

    /** Returns the same settings for servers at other URLs. */
    public Endpoints at(List<String> otherUrls) {
        return new Endpoints(settings, List.copyOf(otherUrls), Map.of());
    }

    /** Returns the URLs, in the order in which they were given. */
    public List<String> urls() {
        return urls;
    }

    /** Returns the dialect that was set, or empty if it has to be found. */
    public Optional<Dialect> dialect() {
        return settings.dialect;
    }

    /** Returns the dialects to try, the preferred one first. */
    public List<Dialect> dialects() {
        return settings.dialect.map(List::of).orElse(settings.candidates);
    }

    /** Returns true if servers are asked for HTTP/2. */
    public boolean asksForHttp2() {
        return settings.http2;
    }

    /** Returns the time after which every request has ended. */
    public Duration longestRequest() {
        return settings.requestTimeout.orElse(TimeLimits.DEFAULTS.total());
    }

    /** Returns the model that a server is asked for; empty text if requests name no model. */
    public String modelOf(String url) {
        return Optional.ofNullable(modelsByUrl.get(url))
                .or(() -> settings.model)
                .orElse("");
    }

    /**
     * Waits until all servers are ready.
     *
     * @throws IOException if a server is not ready in time; says which one and why
     */
    public void awaitReady(Duration limit) throws InterruptedException, IOException {
        awaitReady(
                urls.stream()
                        .map(url -> backend(url, Dialect.OPENAI_CHAT, true))
                        .toList(),
                limit);
    }

    /**
     * Waits until all backends are ready, and closes them.
     *
     * @throws IOException if one is not; names it
     */
    public static void awaitReady(List<? extends InferenceBackend> backends, Duration limit)
            throws InterruptedException, IOException {
        BackendSystemUnderTest.Builder all = BackendSystemUnderTest.builder("readiness", index -> {
            throw new IllegalStateException("nothing is sent while waiting for backends");
        });
        backends.forEach(all::backend);
        try (BackendSystemUnderTest waiting = all.build()) {
            waiting.start(limit);
        } catch (InterruptedException | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Finds the model of each server and returns these endpoints with the models.
     *
     * @param limit of each question, unless a request timeout is set
     * @param messages receives a sentence about each model that was found
     * @throws IllegalArgumentException if a server has no such model, or several and none is named
     */
    public Endpoints withModels(Duration limit, Consumer<String> messages) {
        Map<String, String> found = new HashMap<>();
        for (String url : urls) {
            try (OpenAiBackend server = asking(url, Dialect.OPENAI_CHAT, true, limit)) {
                ServedModel model = ServedModel.of(server, settings.model, dialect());
                model.name().ifPresent(name -> found.put(url, name));
                model.remark().ifPresent(messages);
            }
        }
        return new Endpoints(settings, urls, Map.copyOf(found));
    }

    /** Returns a backend for one of the servers; the caller closes it. */
    public OpenAiBackend backend(String url, Dialect dialect, boolean streaming) {
        return backend(url, dialect, streaming, limits());
    }

    /** Returns a backend for a question before a run, with a shorter time limit unless a request timeout is set; the caller closes it. */
    public OpenAiBackend asking(String url, Dialect dialect, boolean streaming, Duration limit) {
        return backend(url, dialect, streaming, settings.requestTimeout.isPresent() ? limits() : limits(limit));
    }

    /**
     * Posts a document to a path of a server.
     *
     * @throws io.loadharness.http.UnansweredException if no response came
     * @throws IOException if the response is not a success
     */
    public void post(String url, String path, String json, Duration limit) throws IOException {
        try (OpenAiBackend server = backend(url, Dialect.OPENAI_CHAT, false, limits(limit))) {
            server.post(path, json);
        }
    }

    /** Returns a page of one of the servers, requested with its headers and token; the caller closes it. */
    public PolledPage page(String url, String path, String accept) {
        return authorized(url).transport(pageTransport()).page(path, accept);
    }

    /**
     * Returns a page of another program, requested without headers and token; the caller closes it.
     *
     * @param defaultPath the path if the URL has none
     */
    public PolledPage foreignPage(String url, String defaultPath, String accept) {
        OpenAiBackend.Builder other = OpenAiBackend.builder(url);
        String path = URI.create(url.strip()).getPath();
        return other.transport(pageTransport()).page(path.isEmpty() || path.equals("/") ? defaultPath : "", accept);
    }

    private OpenAiBackend backend(String url, Dialect dialect, boolean streaming, TimeLimits limits) {
        OpenAiBackend.Builder backend = authorized(url).dialect(dialect).streaming(streaming);
        Optional.of(modelOf(url)).filter(name -> !name.isEmpty()).ifPresent(backend::model);
        backend.transport(openTransport(limits));
        return backend.build();
    }

    private OpenAiBackend.Builder authorized(String url) {
        OpenAiBackend.Builder backend = OpenAiBackend.builder(url);
        for (Builder.Header each : settings.headers) {
            each.text().ifPresent(value -> backend.header(each.name(), value));
            each.secret().ifPresent(value -> backend.header(each.name(), value));
        }
        settings.bearer.ifPresent(backend::bearer);
        return backend;
    }

    /** A transport of one thread, so that polling disturbs the requests of a run as little as possible. */
    private HttpTransport pageTransport() {
        return HttpTransport.open(
                "jdk",
                options(limits(PAGE_LIMIT))
                        .maxBodyBytes(MAX_PAGE_BYTES)
                        .threads(1)
                        .build());
    }

    private HttpTransport openTransport(TimeLimits limits) {
        TransportOptions.Builder options = options(limits);
        settings.maxConnections.ifPresent(options::maxConnections);
        return settings.transport
                .map(name -> HttpTransport.open(name, options.build()))
                .orElseGet(() -> HttpTransport.open(options.build()));
    }

    private TransportOptions.Builder options(TimeLimits limits) {
        TransportOptions.Builder options =
                TransportOptions.builder().limits(limits).tls(settings.tls);
        if (settings.http2) {
            options.version(HttpVersion.HTTP_2);
        }
        settings.proxy.ifPresent(options::proxy);
        return options;
    }

    private TimeLimits limits() {
        return settings.requestTimeout.map(Endpoints::limits).orElse(TimeLimits.DEFAULTS);
    }

    private static TimeLimits limits(Duration total) {
        Duration usual = TimeLimits.DEFAULTS.connect();
        return new TimeLimits(total.compareTo(usual) < 0 ? total : usual, total, total, total);
    }
}
