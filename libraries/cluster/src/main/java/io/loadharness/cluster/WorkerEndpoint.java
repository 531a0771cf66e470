// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.ByteString;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.Secret;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import io.loadharness.internal.EqualShares;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A server that workers send requests to, and the settings of the connections to this server. Immutable.
 *
 * @param url the URL of the server
 * @param dialect the API of the server
 * @param model the name of the model in requests; empty if requests contain no model name
 * @param streaming true if responses are streamed
 * @param headers the headers of all requests
 * @param bearer the bearer token
 * @param options the settings of the HTTP client; each worker uses the default number of threads on its machine
 * @param transport the name of the HTTP client; empty for the best HTTP client on the class path
 */
public record WorkerEndpoint(
        String url,
        Dialect dialect,
        String model,
        boolean streaming,
        List<Header> headers,
        Optional<Secret> bearer,
        TransportOptions options,
        Optional<String> transport) {

    /**
     * A header of all requests.
     *
     * @param name the name
     * @param value the value
     * @param isSecret true if messages must not contain the value
     */
    public record Header(String name, Secret value, boolean isSecret) {}

    public WorkerEndpoint {
        headers = List.copyOf(headers);
    }

    /**
     * Returns the message for one of the workers, which share the maximum number of connections.
     */
    ClusterProtocol.OpenEndpoint encode(int endpoint, int worker, int workers) throws IOException {
        ClusterProtocol.OpenEndpoint.Builder message = ClusterProtocol.OpenEndpoint.newBuilder()
                .setEndpoint(endpoint)
                .setUrl(url)
                .setDialect(dialect.name())
                .setModel(model)
                .setStreaming(streaming)
                .setBearer(bearer.map(Secret::value).orElse(""))
                .setTls(ClusterProtocol.Tls.newBuilder()
                        .setCa(content(options.tls().ca()))
                        .setCertificate(content(options.tls().certificate()))
                        .setKey(content(options.tls().key()))
                        .setInsecure(options.tls().insecure()))
                .setTransport(transport.orElse(""))
                .setHttp2(options.version() == HttpVersion.HTTP_2)
                .setMaxConnections(share(options.maxConnections(), worker, workers))
                .setLimits(ClusterProtocol.TimeLimits.newBuilder()
                        .setConnect(options.limits().connect().toNanos())
                        .setFirstByte(options.limits().firstByte().toNanos())
                        .setBetweenBytes(options.limits().betweenBytes().toNanos())
                        .setTotal(options.limits().total().toNanos()));
        options.proxy()
                .ifPresent(proxy -> message.setProxyHost(proxy.getHostString()).setProxyPort(proxy.getPort()));
        for (Header each : headers) {
            message.addHeaders(ClusterProtocol.Header.newBuilder()
                    .setName(each.name())
                    .setValue(each.value().value())
                    .setSecret(each.isSecret()));
        }
        return message.build();
    }

    /** Returns the share of a worker in the maximum number of connections; 0 if the number is not limited. */
    private static int share(int limit, int worker, int workers) {
        if (limit == TransportOptions.UNLIMITED) {
            return 0;
        }
        if (limit < workers) {
            throw new IllegalArgumentException(
                    "a maximum of " + limit + " connections is less than one for each of " + workers + " workers");
        }
        return EqualShares.of(limit, workers, worker);
    }

    private static ByteString content(Optional<Path> file) throws IOException {
        return file.isEmpty() ? ByteString.EMPTY : ByteString.copyFrom(Files.readAllBytes(file.get()));
    }

    /**
     * Creates the backend that a message describes. The caller closes it.
     *
     * @throws IllegalArgumentException if a setting is not valid on this machine
     */
    static OpenAiBackend open(ClusterProtocol.OpenEndpoint message) throws IOException {
        OpenAiBackend.Builder backend = OpenAiBackend.builder(message.getUrl())
                .dialect(Dialect.valueOf(message.getDialect()))
                .streaming(message.getStreaming());
        if (!message.getModel().isEmpty()) {
            backend.model(message.getModel());
        }
        if (!message.getBearer().isEmpty()) {
            backend.bearer(Secret.of(message.getBearer()));
        }
        for (ClusterProtocol.Header each : message.getHeadersList()) {
            if (each.getSecret()) {
                backend.header(each.getName(), Secret.of(each.getValue()));
            } else {
                backend.header(each.getName(), each.getValue());
            }
        }
        List<Path> files = new ArrayList<>();
        try {
            TransportOptions options = options(message, files);
            return backend.transport(
                            message.getTransport().isEmpty()
                                    ? HttpTransport.open(options)
                                    : HttpTransport.open(message.getTransport(), options))
                    .build();
        } finally {
            for (Path each : files) {
                Files.deleteIfExists(each);
            }
        }
    }

    private static TransportOptions options(ClusterProtocol.OpenEndpoint message, List<Path> files) throws IOException {
        ClusterProtocol.TimeLimits limits = message.getLimits();
        ClusterProtocol.Tls tls = message.getTls();
        TransportOptions.Builder options = TransportOptions.builder()
                .limits(new TimeLimits(
                        Duration.ofNanos(limits.getConnect()),
                        Duration.ofNanos(limits.getFirstByte()),
                        Duration.ofNanos(limits.getBetweenBytes()),
                        Duration.ofNanos(limits.getTotal())))
                .version(message.getHttp2() ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                .tls(new TlsOptions(
                        file(tls.getCa(), files),
                        file(tls.getCertificate(), files),
                        file(tls.getKey(), files),
                        tls.getInsecure()));
        if (!message.getProxyHost().isEmpty()) {
            options.proxy(new InetSocketAddress(message.getProxyHost(), message.getProxyPort()));
        }
        if (message.getMaxConnections() != 0) {
            options.maxConnections(message.getMaxConnections());
        }
        return options.build();
    }

    /**
     * Writes the content to a new temporary file and adds the file to {@code files}. Only this user can read it. Returns empty if the
     * content is empty.
     */
    private static Optional<Path> file(ByteString content, List<Path> files) throws IOException {
        if (content.isEmpty()) {
            return Optional.empty();
        }
        Path file = Files.createTempFile("loadharness-", ".pem");
        files.add(file);
        Files.write(file, content.toByteArray());
        return Optional.of(file);
    }
}
