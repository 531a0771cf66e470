// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.cluster.WorkerEndpoint;
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
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.internal.Durations;
import io.loadharness.internal.ErrorText;
import io.loadharness.report.RunOutcome;
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
import java.util.function.Function;

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
    private static final Duration AFTER_TIMEOUT = Duration.ofSeconds(10);
    private static final String JDK = "jdk";
    private static final long MAX_PAGE_BYTES = 8 << 20;

    private final Builder settings; // a copy that is never modified
    private final List<String> urls;
    private final Map<String, String> modelsByUrl;

    private Endpoints(Builder settings, List<String> urls, Map<String, String> modelsByUrl) {
        this.settings = settings;
        this.urls = urls;
        this.modelsByUrl = modelsByUrl;
    }

    /** A builder of endpoints. Not thread-safe. */
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
        private int maxRequestPrompts = OpenAiBackend.DEFAULT_MAX_REQUEST_PROMPTS;
        private int maxRequestBytes = OpenAiBackend.DEFAULT_MAX_REQUEST_BYTES;
        private Optional<Duration> requestTimeout = Optional.empty();

        private record Header(String name, Optional<String> text, Optional<Secret> secret) {}

        private Builder() {}

        /** Adds a server, such as {@code http://localhost:8000}. */
        public Builder url(String url) {
            urls.add(url);
            return this;
        }

        /** Sets the model name in requests. Default: the model that the server lists. Required if the server lists several models. */
        public Builder model(String name) {
            model = Optional.of(name);
            return this;
        }

        /** Sets the API dialect. Default: the first dialect that works, preferring those with token ids. */
        public Builder dialect(Dialect name) {
            dialect = Optional.of(name);
            return this;
        }

        /** Sets the dialects to try, the preferred dialect first. Has no effect if {@link #dialect} is set. */
        public Builder dialects(List<Dialect> candidateDialects) {
            candidates = List.copyOf(candidateDialects);
            return this;
        }

        /** Adds a header to every request. */
        public Builder header(String name, String value) {
            headers.add(new Header(name, Optional.of(value), Optional.empty()));
            return this;
        }

        /** Adds a secret header to every request. Messages and files never contain its value. */
        public Builder header(String name, Secret value) {
            headers.add(new Header(name, Optional.empty(), Optional.of(value)));
            return this;
        }

        /** Sets the bearer token of every request. */
        public Builder bearer(Secret token) {
            bearer = Optional.of(token);
            return this;
        }

        /** Sets the TLS certificates and keys. */
        public Builder tls(TlsOptions options) {
            tls = options;
            return this;
        }

        /** Sets the HTTP client by name. Default: the fastest HTTP client on the class path. */
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

        /**
         * Sets the maximum number of prompts in one request. A larger batch is sent in several requests at the same time. Default:
         * {@value OpenAiBackend#DEFAULT_MAX_REQUEST_PROMPTS}.
         */
        public Builder maxRequestPrompts(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("maxRequestPrompts must be at least 1: got " + count);
            }
            maxRequestPrompts = count;
            return this;
        }

        /**
         * Sets the maximum size in bytes of the prompts in one request. A larger batch is sent in several requests at the same time.
         * Default: {@value OpenAiBackend#DEFAULT_MAX_REQUEST_BYTES}.
         */
        public Builder maxRequestBytes(int bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("maxRequestBytes must be at least 1: got " + bytes);
            }
            maxRequestBytes = bytes;
            return this;
        }

        /** Sets the timeout of a request. Default: 10 minutes to the first byte, 30 minutes in total. */
        public Builder requestTimeout(Duration limit) {
            if (limit.isZero() || limit.isNegative()) {
                throw new IllegalArgumentException("requestTimeout must be positive: got " + Durations.text(limit));
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
            maxRequestPrompts = other.maxRequestPrompts;
            maxRequestBytes = other.maxRequestBytes;
            requestTimeout = other.requestTimeout;
        }

        /**
         * Builds the endpoints. The builder may be reused.
         *
         * @throws IllegalArgumentException if a URL is invalid, contains a user or a password, or was added twice
         */
        public Endpoints build() {
            Set<String> seen = new HashSet<>();
            for (String each : urls) {
                OpenAiBackend.builder(each); // rejects an invalid URL, and a URL with a password, before it is shown
                if (!seen.add(each)) {
                    throw new IllegalArgumentException("the server " + each + " was added twice");
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

    /** Returns a copy with other URLs. */
    public Endpoints at(List<String> otherUrls) {
        return new Endpoints(settings, List.copyOf(otherUrls), Map.of());
    }

    /** Returns a copy with another maximum number of connections to each server. */
    public Endpoints withMaxConnections(int count) {
        return new Endpoints(new Builder(settings).maxConnections(count), urls, modelsByUrl);
    }

    /** Returns the maximum number of connections to each server; empty for no limit. */
    public OptionalInt maxConnections() {
        return settings.maxConnections;
    }

    /** Returns the URLs in the order in which they were added. */
    public List<String> urls() {
        return urls;
    }

    /** Returns a warning that the certificates of servers are not checked; empty if they are checked, or no server uses TLS. */
    public Optional<String> uncheckedCertificates() {
        List<String> unchecked = urls.stream()
                .filter(url -> url.strip().regionMatches(true, 0, "https:", 0, "https:".length()))
                .toList();
        return settings.tls.insecure() && !unchecked.isEmpty()
                ? Optional.of(RunOutcome.UNCHECKED_CERTIFICATES
                        + " (--insecure): any server in the network can pretend to be " + String.join(" or ", unchecked)
                        + ", and read the requests and their token.")
                : Optional.empty();
    }

    /**
     * Returns a warning if {@code java.net.http} is used only because the faster {@code harness-netty} is not on the class path; otherwise
     * empty.
     */
    public Optional<String> slowClient() {
        HttpVersion version = settings.http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1;
        return settings.transport.isEmpty()
                        && HttpTransport.defaultName(version).equals(JDK)
                ? Optional.of(
                        "HTTP client: " + JDK + " (java.net.http). At high rates, it limits the measured rate: add"
                                + " harness-netty to the class path")
                : Optional.empty();
    }

    /** Returns the dialect that was set; empty if it must be detected. */
    public Optional<Dialect> dialect() {
        return settings.dialect;
    }

    /** Returns the dialects to try, the preferred dialect first. */
    public List<Dialect> dialects() {
        return settings.dialect.map(List::of).orElse(settings.candidates);
    }

    /** Returns true if HTTP/2 is enabled. */
    public boolean requestsHttp2() {
        return settings.http2;
    }

    /** Returns the maximum number of prompts in one request. */
    public int maxRequestPrompts() {
        return settings.maxRequestPrompts;
    }

    /** Returns the maximum size in bytes of the prompts in one request. */
    public int maxRequestBytes() {
        return settings.maxRequestBytes;
    }

    /** Returns the maximum duration of a request: the request timeout, or 30 minutes if no request timeout was set. */
    public Duration longestRequest() {
        return settings.requestTimeout.orElse(TimeLimits.DEFAULTS.total());
    }

    /** Returns the model name in requests to a server; an empty string if requests contain no model name. */
    public String modelOf(String url) {
        return Optional.ofNullable(modelsByUrl.get(url))
                .or(() -> settings.model)
                .orElse("");
    }

    /**
     * Waits until all servers are ready.
     *
     * @param limit the maximum time
     * @param awaitsHosts true to wait also for a server whose host is unknown; false to report an unknown host immediately
     * @param messages receives a sentence about each server that is not ready yet, with the reason
     * @throws IOException if a server is not ready in time; the message names the server and the reason
     */
    public void awaitReady(Duration limit, boolean awaitsHosts, Consumer<String> messages)
            throws InterruptedException, IOException {
        Function<String, Health> unknownHost = awaitsHosts
                ? Health::notReady
                : reason -> Health.unusable(reason
                        + "; if its server is still starting, set readyTimeout (--ready-timeout) to wait for it");
        awaitReady(
                urls.stream()
                        .map(url -> builder(url, Dialect.OPENAI_CHAT, true, limits())
                                .unknownHost(unknownHost)
                                .build())
                        .toList(),
                limit,
                limit,
                messages);
    }

    /**
     * Starts backends, waits until all are ready, and closes them. A backend that the caller added to the benchmark stays open, and is
     * started only once.
     *
     * @param startLimit the maximum time of the starts, in which engines load their models
     * @param readyLimit the maximum time from the end of the starts until all backends are ready
     * @param messages receives a sentence about each backend that is not ready yet, with the reason
     * @throws IOException if a limit is exceeded; the message names the backend
     */
    public static void awaitReady(
            List<? extends InferenceBackend> backends,
            Duration startLimit,
            Duration readyLimit,
            Consumer<String> messages)
            throws InterruptedException, IOException {
        BackendSystemUnderTest.Builder all = BackendSystemUnderTest.builder("readiness", index -> {
            throw new IllegalStateException("no samples are sent while waiting for backends");
        });
        backends.forEach(all::backend);
        try (BackendSystemUnderTest waiting = all.build()) {
            waiting.start(startLimit, readyLimit, messages);
        } catch (InterruptedException | IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(ErrorText.of(e), e);
        }
    }

    /**
     * Detects the model of each server and returns these endpoints with the models.
     *
     * @param fallback the model to use if no model was set and a server does not list exactly one model; may be empty
     * @param limit the time limit of each request, unless a request timeout is set
     * @param messages receives a message about each detected model
     * @throws IllegalArgumentException if a model was set and a server does not list it, or if no model was set and a server lists no
     *     model or several models
     */
    public Endpoints withModels(Optional<String> fallback, Duration limit, Consumer<String> messages) {
        Map<String, String> found = new HashMap<>();
        for (String url : urls) {
            try (OpenAiBackend server = probeBackend(url, Dialect.OPENAI_CHAT, true, limit)) {
                ServedModel model = ServedModel.of(server, settings.model, fallback, dialect());
                model.name().ifPresent(name -> found.put(url, name));
                model.message().ifPresent(messages);
            }
        }
        return new Endpoints(settings, urls, Map.copyOf(found));
    }

    /**
     * Checks that the detected models of all servers are the same, because one run measures one model.
     *
     * @throws IllegalArgumentException if two models differ; the message names the two models and their servers
     */
    public void requireOneModel() {
        List<String> named =
                urls.stream().filter(url -> !modelOf(url).isEmpty()).toList();
        for (String url : named) {
            String first = named.get(0);
            if (!modelOf(url).equals(modelOf(first))) {
                throw new IllegalArgumentException("the servers of a run must have the same model: " + first
                        + " has the model '" + modelOf(first) + "', but " + url + " has the model '" + modelOf(url)
                        + "'; give a model that all servers list (--model), or measure each model in a separate run");
            }
        }
    }

    /** Returns a backend for one of the servers. The caller closes the backend. */
    public OpenAiBackend backend(String url, Dialect dialect, boolean streaming) {
        return backend(url, dialect, streaming, limits());
    }

    /** Returns the settings of a server for workers on other machines. */
    public WorkerEndpoint workerEndpoint(String url, Dialect dialect, boolean streaming) {
        return new WorkerEndpoint(
                url,
                dialect,
                modelOf(url),
                streaming,
                settings.headers.stream()
                        .map(each -> new WorkerEndpoint.Header(
                                each.name(),
                                each.secret()
                                        .or(() -> each.text().map(Secret::of))
                                        .orElseThrow(),
                                each.secret().isPresent()))
                        .toList(),
                settings.bearer,
                transportOptions(limits()),
                settings.transport);
    }

    /**
     * Returns the time limit of a request before a run. Without a request timeout, the result is the given limit. With a request timeout,
     * the result is slightly longer than the timeout, because the timeout itself ends the request.
     */
    public Duration probeLimit(Duration limit) {
        return settings.requestTimeout.map(each -> each.plus(AFTER_TIMEOUT)).orElse(limit);
    }

    private OpenAiBackend probeBackend(String url, Dialect dialect, boolean streaming, Duration limit) {
        return backend(url, dialect, streaming, settings.requestTimeout.isPresent() ? limits() : limits(limit));
    }

    /**
     * Posts a JSON document to a path of a server.
     *
     * @throws io.loadharness.http.NoResponseException if no response arrived
     * @throws IOException if the server responds with an error
     */
    public void post(String url, String path, String json, Duration limit) throws IOException {
        try (OpenAiBackend server = backend(url, Dialect.OPENAI_CHAT, false, limits(limit))) {
            server.post(path, json);
        }
    }

    /**
     * Returns an HTTP endpoint of one of the servers. Requests to this endpoint contain the headers and the token. The caller closes the
     * endpoint.
     */
    public PolledPage page(String url, String path, String accept) {
        return authorized(url).transport(pageTransport()).page(path, accept);
    }

    /**
     * Returns an HTTP endpoint of another program. Requests to this endpoint contain no headers and no token. The caller closes the
     * endpoint.
     *
     * @param defaultPath the path that is used if the URL has no path
     */
    public PolledPage foreignPage(String url, String defaultPath, String accept) {
        OpenAiBackend.Builder other = OpenAiBackend.builder(url);
        String path = URI.create(url.strip()).getPath();
        return other.transport(pageTransport()).page(path.isEmpty() || path.equals("/") ? defaultPath : "", accept);
    }

    private OpenAiBackend backend(String url, Dialect dialect, boolean streaming, TimeLimits limits) {
        return builder(url, dialect, streaming, limits).build();
    }

    private OpenAiBackend.Builder builder(String url, Dialect dialect, boolean streaming, TimeLimits limits) {
        OpenAiBackend.Builder backend = authorized(url)
                .dialect(dialect)
                .streaming(streaming)
                .maxRequestPrompts(settings.maxRequestPrompts)
                .maxRequestBytes(settings.maxRequestBytes);
        Optional.of(modelOf(url)).filter(name -> !name.isEmpty()).ifPresent(backend::model);
        return backend.transport(openTransport(limits));
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

    /** Returns a transport with a single thread, which disturbs the requests of a run as little as possible. */
    private HttpTransport pageTransport() {
        return HttpTransport.open(
                JDK,
                options(limits(PAGE_LIMIT))
                        .maxBodyBytes(MAX_PAGE_BYTES)
                        .threads(1)
                        .build());
    }

    private HttpTransport openTransport(TimeLimits limits) {
        TransportOptions options = transportOptions(limits);
        return settings.transport
                .map(name -> HttpTransport.open(name, options))
                .orElseGet(() -> HttpTransport.open(options));
    }

    private TransportOptions transportOptions(TimeLimits limits) {
        TransportOptions.Builder options = options(limits);
        settings.maxConnections.ifPresent(options::maxConnections);
        return options.build();
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
