// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A page of a server that is asked for again and again, as that of its metrics. Waits for each answer, which the time limits of its
 * transport bring to an end. For one thread; its owner closes it. Made by {@link OpenAiBackend.Builder#page}.
 */
public final class PolledPage implements AutoCloseable {

    private static final int OK = 200;

    /**
     * The page as it was once.
     *
     * @param nanos when its end was read, by {@link System#nanoTime}
     * @param contentType what the server says that it is, in lower case; empty if it does not
     * @param body the bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Copy(long nanos, String contentType, byte[] body) {}

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

    /** Where it is. */
    public String url() {
        return head.uri().toString();
    }

    /** What a backend for the same server would be named. */
    public String server() {
        return server;
    }

    /** Whether the server is this machine, by the name that it is asked by. */
    public boolean isHere() {
        String host = head.uri().getHost();
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]") || host.startsWith("127.");
    }

    /**
     * Asks for it.
     *
     * @throws UnansweredException if no answer came
     * @throws IOException if another status came than 200; the message says which
     */
    public Copy read() throws IOException {
        Page page = Page.of(transport, head);
        if (page.failure() != null) {
            throw new UnansweredException(secrets.strike(page.failure()).message());
        }
        if (page.status() != OK) {
            throw new IOException("HTTP status " + page.status());
        }
        Optional<String> type = page.contentType();
        return new Copy(
                page.endNanos(),
                type.orElse("").toLowerCase(Locale.ROOT),
                Arrays.copyOf(page.body().array(), page.body().length()));
    }

    @Override
    public void close() {
        transport.close();
    }
}
