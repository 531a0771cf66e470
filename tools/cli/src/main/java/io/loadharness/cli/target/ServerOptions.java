// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.options.Counts;
import io.loadharness.http.Dialect;
import io.loadharness.http.Secret;
import io.loadharness.http.TlsOptions;
import io.loadharness.inference.HubOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the servers that are measured and for the connections to them. */
public final class ServerOptions {

    /** The minimum length of a header value that is masked in messages. Masking shorter values would make messages unreadable. */
    private static final int MIN_SECRET_LENGTH = 4;

    @Option(
            names = {"--url", "--api-server-url"},
            paramLabel = "URL",
            description = "The URL of the server, for example http://host:8000. Repeat the option for several servers.")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Number of servers for each --url. The servers listen on consecutive ports. For example, --url"
                            + " http://host:8000 --replicas 3 means the ports 8000, 8001 and 8002. For the engine onnx"
                            + " (run --engine onnx), N is the number of its sessions. Default: ${DEFAULT-VALUE}")
    private int replicas;

    @Option(
            names = {"--model", "--model_name", "--model-name"},
            paramLabel = "NAME",
            description =
                    "The name of the model in the requests, for example llama3.1-8b. For an engine (run --engine),"
                            + " NAME is the path of the model. Default: the model that the server lists, if the server"
                            + " lists only one model")
    private @Nullable String model;

    private List<Dialect> dialects = DialectSearch.ORDER;

    private Optional<Secret> bearer = Optional.empty();

    private int serversToStart;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description =
                    "The API dialect of the requests: openai-completions, openai-chat, vllm-completions, vllm-chat,"
                            + " sglang-generate or llama-cpp. Without this option, the command tries dialects with token"
                            + " ids first. Default: the first dialect that works, or all dialects in probe")
    private @Nullable Dialect dialect;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description =
                    "A header that is sent with each request, for example X-Team=blue. Reports and `${ROOT-COMMAND-NAME} validate`"
                            + " do not show the value of the header. In messages, *** replaces the value if it has 4 or"
                            + " more characters. May be repeated.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--header-env",
            paramLabel = "NAME=VARIABLE",
            description =
                    "A header whose value is in an environment variable, for example X-Api-Key=API_KEY. Programs that"
                            + " list processes, such as ps, do not show the value. May be repeated.")
    private List<String> headerVariables = new ArrayList<>();

    @Option(
            names = "--header-file",
            paramLabel = "FILE",
            description =
                    "A file with one header in each line, for example Authorization: Bearer abc. Programs that list"
                            + " processes, such as ps, do not show the values. Empty lines and lines that start with # are"
                            + " ignored.")
    private @Nullable Path headerFile;

    @Option(
            names = "--api-key-env",
            paramLabel = "VARIABLE",
            description = "The environment variable that contains the bearer token, for example API_KEY.")
    private @Nullable String apiKeyVariable;

    @Option(names = "--api-key-file", paramLabel = "FILE", description = "A file that contains the bearer token.")
    private @Nullable Path apiKeyFile;

    @Option(
            names = "--ca",
            paramLabel = "PEM",
            description = "A PEM file with trusted certificates, for example ca.pem. For requests to the servers, these"
                    + " certificates replace the default trust store of Java. For downloads from the Hugging Face"
                    + " hub, these certificates are added to the default trust store.")
    private @Nullable Path ca;

    @Option(
            names = "--certificate",
            paramLabel = "PEM",
            description =
                    "A PEM file with the certificate that the client sends to the server (mutual TLS). Also requires"
                            + " --key.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "A PEM file with the private key for --certificate.")
    private @Nullable Path key;

    @Option(names = "--insecure", description = "Accept any server certificate without a check.")
    private boolean insecure;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "The HTTP client (transport): netty, netty-nio, jdk or the name of a plug-in. Default: the fastest"
                            + " transport that is available")
    private @Nullable String transport;

    @Option(
            names = "--http2",
            description =
                    "Use HTTP/2 with servers that support it, and HTTP/1.1 with other servers. Default: only HTTP/1.1")
    private boolean http2;

    @Option(
            names = "--proxy",
            paramLabel = "HOST:PORT",
            description = "The HTTP proxy for all requests, including requests to the Hugging Face hub, for example"
                    + " proxy:3128.")
    private @Nullable InetSocketAddress proxy;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description =
                    "Maximum number of connections to each server. This number limits all workers or slices of a run"
                            + " together. If all connections are busy, a request waits for a free connection. Default: no"
                            + " limit")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            description =
                    "Maximum time of a request, for example 30s. Default for servers: 10 minutes to the first byte,"
                            + " and 30 minutes in total. Default for engines in worker processes: no limit")
    private @Nullable Duration requestTimeout;

    /**
     * Returns the URLs.
     *
     * @throws IllegalArgumentException if no server is given, or a URL is given twice
     */
    private List<String> urls() {
        if (serversToStart > 0) {
            return List.of();
        }
        if (urls.isEmpty()) {
            throw new IllegalArgumentException(
                    "no server is given: give one with --url, for example --url http://localhost:8000");
        }
        List<String> all = urls.stream()
                .flatMap(url -> Replicas.of(url, replicas).stream())
                .toList();
        Set<String> seen = new HashSet<>();
        for (String each : all) {
            if (!seen.add(each)) {
                throw new IllegalArgumentException(
                        "the server " + each.replaceFirst("//[^/]*@", "//") + " is given twice: give each server once");
            }
        }
        return all;
    }

    /** Returns true if a server is given. */
    public boolean isGiven() {
        return !urls.isEmpty();
    }

    /** Returns the number of servers for each URL, or of copies of the model of an engine. */
    public int replicas() {
        return replicas;
    }

    /** Returns the model, if it is given. */
    public Optional<String> model() {
        return Optional.ofNullable(model);
    }

    /**
     * Returns the number of servers that {@code --url} and {@code --replicas} specify, or the number of servers that the run will start.
     *
     * @throws IllegalArgumentException if no server is given, or a URL is given twice
     */
    public int count() {
        return serversToStart > 0 ? serversToStart : urls().size();
    }

    /**
     * Checks that neither {@code --url} nor {@code --replicas} is given.
     *
     * @throws IllegalArgumentException if {@code --url} or {@code --replicas} is given
     */
    public void requireNone() {
        if (!urls.isEmpty() || replicas != 1) {
            throw new IllegalArgumentException(
                    "--server-config starts the servers that are measured: leave out --url and --replicas");
        }
    }

    /** Sets the number of servers that the run will start. */
    public void setServersToStart(int count) {
        serversToStart = count;
    }

    /** Sets the dialects to try if {@code --dialect} is not given. */
    public void setDialects(List<Dialect> candidates) {
        dialects = List.copyOf(candidates);
    }

    /** Sets the bearer token to use if no option gives one. */
    public void setBearer(Secret token) {
        bearer = Optional.of(token);
    }

    /** Returns the settings for downloads of tokenizers: the proxy and the trusted certificates. */
    public HubOptions hubOptions() {
        return new HubOptions(Optional.ofNullable(ca), Optional.ofNullable(proxy));
    }

    /**
     * Returns the endpoints. They have no URLs if the run will start the servers.
     *
     * @throws IllegalArgumentException if an option does not apply
     */
    public Endpoints endpoints() {
        return endpoints(each -> {});
    }

    /**
     * Returns the endpoints with additional settings. They have no URLs if the run will start the servers.
     *
     * @throws IllegalArgumentException if an option does not apply
     */
    public Endpoints endpoints(Consumer<Endpoints.Builder> additional) {
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
        headerVariables.forEach(each -> addHeaderVariable(endpoints, each));
        if (headerFile != null) {
            HeaderFile.read(headerFile).forEach((name, value) -> addHeader(endpoints, name, value));
        }
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
        requestTimeout().ifPresent(endpoints::requestTimeout);
        additional.accept(endpoints);
        return endpoints.build();
    }

    /**
     * Returns the maximum time of a request; empty for the default.
     *
     * @throws IllegalArgumentException if the time is zero
     */
    public Optional<Duration> requestTimeout() {
        if (requestTimeout != null && requestTimeout.isZero()) {
            throw new IllegalArgumentException("--request-timeout must be more than zero");
        }
        return Optional.ofNullable(requestTimeout);
    }

    /** Returns the secrets in these options: the values of headers, and the bearer token. A started server may log them. */
    public Set<String> secretValues() {
        Stream<String> inHeaders = headers.stream().map(each -> each.substring(each.indexOf('=') + 1));
        Stream<String> inFile = headerFile == null ? Stream.empty() : HeaderFile.read(headerFile).values().stream();
        Stream<String> inVariables = Stream.concat(
                        headerVariables.stream().map(each -> each.substring(each.indexOf('=') + 1)),
                        Stream.ofNullable(apiKeyVariable))
                .flatMap(each -> Stream.ofNullable(System.getenv(each)));
        Stream<String> inKeyFile = apiKeyFile == null ? Stream.empty() : keyText(apiKeyFile).stream();
        return Stream.of(inHeaders, inFile, inVariables, inKeyFile)
                .flatMap(each -> each)
                .map(each -> each.strip().replaceFirst("^[A-Za-z]+\\s+", "")) // the scheme of a credential
                .collect(Collectors.toSet());
    }

    /**
     * Returns the content of a file with a token; empty if the file cannot be read. The error is reported later, when the token is used.
     */
    private static Optional<String> keyText(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void addHeader(Endpoints.Builder endpoints, String header) {
        int equals = header.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "--header must be a name, an equals sign and a value, for example --header X-Team=blue");
        }
        addHeader(endpoints, header.substring(0, equals), header.substring(equals + 1));
    }

    private static void addHeaderVariable(Endpoints.Builder endpoints, String header) {
        int equals = header.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("--header-env must be a name, an equals sign and the name of an"
                    + " environment variable, for example --header-env X-Api-Key=API_KEY");
        }
        endpoints.header(header.substring(0, equals), Secret.fromEnvironment(header.substring(equals + 1)));
    }

    private static void addHeader(Endpoints.Builder endpoints, String name, String value) {
        if (value.length() < MIN_SECRET_LENGTH) {
            endpoints.header(name, value);
        } else {
            endpoints.header(name, Secret.of(value));
        }
    }

    /** Returns the values of these options for {@code REPLACE_ENV_NAME} in profiles, by their names in llm-d-benchmark. */
    public Map<String, String> profileVariables() {
        Map<String, String> given = new HashMap<>();
        if (!urls.isEmpty()) {
            given.put("LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", urls.get(0));
        }
        if (model != null) {
            given.put("LLMDBENCH_DEPLOY_CURRENT_MODEL", model);
            given.put("LLMDBENCH_DEPLOY_CURRENT_TOKENIZER", model);
        }
        return given;
    }

    private Optional<Secret> apiKey() {
        if (apiKeyVariable != null && apiKeyFile != null) {
            throw new IllegalArgumentException(
                    "--api-key-env and --api-key-file both set the bearer token: give only one of them");
        }
        if (apiKeyFile != null) {
            return Optional.of(Secret.fromFile(apiKeyFile));
        }
        return apiKeyVariable == null ? bearer : Optional.of(Secret.fromEnvironment(apiKeyVariable));
    }
}
