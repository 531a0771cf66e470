// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * An endpoint of a server that is requested repeatedly, for example for metrics. Each request blocks until the response is complete or a
 * time limit of the transport expires. Not thread-safe. The owner must close the {@code PolledPage}.
 *
 * <pre>{@code
 * try (PolledPage page = OpenAiBackend.builder("http://host:8000").page("/metrics", "text/plain")) {
 *     byte[] metrics = page.read().body();
 * }
 * }</pre>
 */
public final class PolledPage implements AutoCloseable {

    private static final int OK = 200;

    /**
     * The content of the endpoint at one time.
     *
     * @param sentNanos the {@link System#nanoTime} before the request was sent; the content is not older
     * @param nanos the {@link System#nanoTime} at which the end of the content was read; the content is not newer
     * @param contentType the content type in lower case; empty if the server sent none
     * @param body the bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Content(long sentNanos, long nanos, String contentType, byte[] body) {}

    private final String server;
    private final RequestHead head;
    private final HttpTransport transport;
    private final SecretFilter secrets;

    PolledPage(String server, RequestHead head, HttpTransport transport, SecretFilter secrets) {
        this.server = server;
        this.head = head;
        this.transport = transport;
        this.secrets = secrets;
    }

    /** Returns the URL of the endpoint. */
    public String url() {
        return head.uri().toString();
    }

    /** Returns the root URL of the server. This URL is also the name of a backend for the server. */
    public String server() {
        return server;
    }

    /** Returns true if the host in the URL is {@code localhost} or a loopback address. */
    public boolean isLocal() {
        String host = head.uri().getHost();
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]") || host.startsWith("127.");
    }

    /**
     * Requests the endpoint and returns the content.
     *
     * @throws NoResponseException if there was no complete response
     * @throws IOException if the status is not 200; the message gives the status
     */
    public Content read() throws IOException {
        long sentNanos = System.nanoTime();
        BlockingExchange exchange = BlockingExchange.of(transport, head);
        if (exchange.failure() != null) {
            throw new NoResponseException(secrets.redact(exchange.failure()).message());
        }
        if (exchange.status() != OK) {
            throw new IOException("HTTP status " + exchange.status());
        }
        Optional<String> type = exchange.contentType();
        return new Content(
                sentNanos,
                exchange.endNanos(),
                type.orElse("").toLowerCase(Locale.ROOT),
                Arrays.copyOf(exchange.body().array(), exchange.body().length()));
    }

    @Override
    public void close() {
        transport.close();
    }
}
