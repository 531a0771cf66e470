package io.loadharness.cli.target;

import io.loadharness.cli.options.Counts;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.PolledPage;
import io.loadharness.http.Secret;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that say which servers are asked, and how. */
public final class ServerOptions {

    /** What is shorter is no secret, and striking it out of messages would only damage them. */
    private static final int SHORTEST_SECRET = 4;

    private static final Duration PAGE_LIMIT = Duration.ofSeconds(5);

    private static final long MOST_OF_A_PAGE = 8 << 20;

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
    private String model;

    private List<Dialect> dialects = DialectSearch.ORDER;

    private Secret bearer;

    private final Map<String, String> modelsByUrl = new HashMap<>();

    private int toStart;

    private List<String> started = List.of();

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "How to ask: openai-completions, openai-chat, vllm-completions, vllm-chat, sglang-generate or"
                    + " llama-cpp. Default: the first that works, those with token ids first.")
    private Dialect dialect;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "A header of each request; the value is never shown.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--api-key-env", paramLabel = "VARIABLE", description = "The variable that holds the bearer token.")
    private String apiKeyVariable;

    @Option(names = "--api-key-file", paramLabel = "FILE", description = "The file that holds the bearer token.")
    private Path apiKeyFile;

    @Option(names = "--ca", paramLabel = "PEM", description = "Certificates to trust instead of Java's own.")
    private Path ca;

    @Option(names = "--certificate", paramLabel = "PEM", description = "The client's certificate.")
    private Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "The client's private key.")
    private Path key;

    @Option(names = "--insecure", description = "Trust every certificate.")
    private boolean insecure;

    @Option(names = "--transport", paramLabel = "NAME", description = "Which HTTP client. Default: the best there is.")
    private String transport;

    @Option(
            names = "--http2",
            description = "Speak HTTP/2 with servers that do, else HTTP/1.1. Without it HTTP/1.1 is spoken.")
    private boolean http2;

    @Option(names = "--proxy", paramLabel = "HOST:PORT", description = "The HTTP proxy to go through.")
    private InetSocketAddress proxy;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description =
                    "The most connections to each server; a request that finds none free waits. Default: no limit")
    private Integer maxConnections;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            description = "How long a request may take, as in 30s. Default: 10 minutes to the first byte, 30 in all.")
    private Duration requestTimeout;

    /**
     * The servers.
     *
     * @throws IllegalArgumentException if there is none, or one is given twice
     */
    public List<String> urls() {
        if (toStart > 0) {
            return started;
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
     * How many servers there are, or will be.
     *
     * @throws IllegalArgumentException if there is none, or one is given twice
     */
    public int count() {
        return toStart > 0 ? toStart : urls().size();
    }

    /**
     * Looks whether the user leaves it to others which servers are asked.
     *
     * @throws IllegalArgumentException if not
     */
    public void requireNone() {
        if (!urls.isEmpty() || replicas != 1) {
            throw new IllegalArgumentException(
                    "--server-config starts the servers that are asked: leave out --url and" + " --replicas");
        }
    }

    /** Takes how many servers will be started before one is asked. */
    public void willBeStarted(int count) {
        toStart = count;
    }

    /** Takes where those that were started are. */
    public void started(List<String> addresses) {
        started = List.copyOf(addresses);
    }

    /** How they are asked, if the user says so. */
    public Optional<Dialect> dialect() {
        return Optional.ofNullable(dialect);
    }

    /** The ways in which they may be asked, those to try first first. */
    List<Dialect> dialects() {
        return dialect().map(List::of).orElse(dialects);
    }

    /** Tries only some ways of asking, unless the user names one. */
    public void askOnlyAs(List<Dialect> some) {
        dialects = List.copyOf(some);
    }

    /** Takes a bearer token, unless the user says where one is. */
    public void bearer(Secret token) {
        bearer = token;
    }

    /**
     * Finds out which model each server is asked for, and says so; the servers are ready.
     *
     * @param limit to each question, unless the user sets one
     * @throws IllegalArgumentException if a server has no such model, or several of which none is named
     */
    public void chooseModels(PrintWriter out, Duration limit) {
        for (String url : urls()) {
            try (OpenAiBackend server = asking(url, Dialect.OPENAI_CHAT, true, limit)) {
                ServedModel found = ServedModel.of(server, Optional.ofNullable(model), dialect());
                found.name().ifPresent(name -> modelsByUrl.put(url, name));
                found.remark().ifPresent(out::println);
            }
        }
    }

    /** Whether servers are asked for HTTP/2, which not every one speaks. */
    public boolean asksForHttp2() {
        return http2;
    }

    /** How long a request may take at most. */
    public Duration longestRequest() {
        return requestTimeout == null ? TimeLimits.DEFAULTS.total() : requestTimeout;
    }

    /**
     * A backend for one of the servers; its caller closes it.
     *
     * @throws IllegalArgumentException if an option has no meaning
     */
    public OpenAiBackend backend(String url, Dialect how, boolean streaming) {
        return backend(url, how, streaming, limits());
    }

    /** The model that a server is asked for; empty if it is asked for none. */
    public String modelOf(String url) {
        return Objects.requireNonNullElse(modelsByUrl.getOrDefault(url, model), "");
    }

    /** The same for a question before a run, which takes no longer than a limit, or than the user's own. */
    public OpenAiBackend asking(String url, Dialect how, boolean streaming, Duration limit) {
        return backend(url, how, streaming, requestTimeout == null ? limits(limit) : limits());
    }

    /**
     * Posts something to a page of a server, beside all runs.
     *
     * @param limit to the answer
     * @throws io.loadharness.http.UnansweredException if no answer came
     * @throws IOException if that is no success; says what it is
     */
    public void post(String url, String path, String json, Duration limit) throws IOException {
        try (OpenAiBackend server = backend(url, Dialect.OPENAI_CHAT, false, limits(limit))) {
            server.post(path, json);
        }
    }

    private OpenAiBackend backend(String url, Dialect how, boolean streaming, TimeLimits limits) {
        OpenAiBackend.Builder backend = authorized(url).dialect(how).streaming(streaming);
        Optional.of(modelOf(url)).filter(name -> !name.isEmpty()).ifPresent(backend::model);
        backend.transport(openTransport(limits));
        return backend.build();
    }

    private OpenAiBackend.Builder authorized(String url) {
        OpenAiBackend.Builder backend = OpenAiBackend.builder(url);
        headers.forEach(each -> addHeader(backend, each));
        apiKey().ifPresent(backend::bearer);
        return backend;
    }

    /** A page of one of the servers, asked for as they are; the caller closes it. */
    public PolledPage page(String url, String path, String accept) {
        return authorized(url).transport(pageTransport()).page(path, accept);
    }

    /**
     * A page of somebody else, who gets no header and no token; the caller closes it.
     *
     * @param pathUnlessGiven where it is if the address has no path
     */
    public PolledPage foreignPage(String url, String pathUnlessGiven, String accept) {
        OpenAiBackend.Builder other = OpenAiBackend.builder(url);
        String path = URI.create(url.strip()).getPath();
        return other.transport(pageTransport()).page(path.isEmpty() || path.equals("/") ? pathUnlessGiven : "", accept);
    }

    /** A transport that is as little in the way of answers as can be. */
    private HttpTransport pageTransport() {
        return HttpTransport.open(
                "jdk",
                options(limits(PAGE_LIMIT))
                        .maxBodyBytes(MOST_OF_A_PAGE)
                        .threads(1)
                        .build());
    }

    private static void addHeader(OpenAiBackend.Builder backend, String header) {
        int equals = header.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "--header is a name, an equals sign and a value, as in --header X-Team=blue");
        }
        String name = header.substring(0, equals);
        String value = header.substring(equals + 1);
        if (value.length() < SHORTEST_SECRET) {
            backend.header(name, value);
        } else {
            backend.header(name, Secret.of(value));
        }
    }

    private Optional<Secret> apiKey() {
        if (apiKeyVariable != null && apiKeyFile != null) {
            throw new IllegalArgumentException("--api-key-env and --api-key-file say the same: give one of them");
        }
        if (apiKeyFile != null) {
            return Optional.of(Secret.fromFile(apiKeyFile));
        }
        return apiKeyVariable == null
                ? Optional.ofNullable(bearer)
                : Optional.of(Secret.fromEnvironment(apiKeyVariable));
    }

    private HttpTransport openTransport(TimeLimits limits) {
        TransportOptions.Builder options = options(limits);
        if (maxConnections != null) {
            Counts.requireAtLeast(1, "--max-connections", maxConnections);
            options.maxConnections(maxConnections);
        }
        return transport == null ? HttpTransport.open(options.build()) : HttpTransport.open(transport, options.build());
    }

    private TransportOptions.Builder options(TimeLimits limits) {
        TransportOptions.Builder options =
                TransportOptions.builder().limits(limits).tls(tls());
        if (http2) {
            options.version(HttpVersion.HTTP_2);
        }
        if (proxy != null) {
            options.proxy(proxy);
        }
        return options;
    }

    private TimeLimits limits() {
        if (requestTimeout == null) {
            return TimeLimits.DEFAULTS;
        }
        if (requestTimeout.isZero()) {
            throw new IllegalArgumentException("--request-timeout must be more than zero");
        }
        return limits(requestTimeout);
    }

    private static TimeLimits limits(Duration total) {
        Duration usual = TimeLimits.DEFAULTS.connect();
        return new TimeLimits(total.compareTo(usual) < 0 ? total : usual, total, total, total);
    }

    private TlsOptions tls() {
        return new TlsOptions(
                Optional.ofNullable(ca), Optional.ofNullable(certificate), Optional.ofNullable(key), insecure);
    }
}
