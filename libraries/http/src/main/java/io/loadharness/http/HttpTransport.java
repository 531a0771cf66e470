// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.client.ReadThread;
import java.util.List;

/**
 * Sends requests to HTTP servers and reads the responses. A transport processes any number of exchanges at a time, without a thread for
 * each. Thread-safe. A transport does not follow redirects: it returns a redirect as a response. No request is sent twice, except as
 * described at {@link TransportOptions#retryStale}.
 *
 * <p>An implementation creates one {@link Exchange} per request with {@link Exchange#start} and reports the events of the request to the
 * exchange. The exchange calls the listener in the order that {@link ExchangeListener} defines.
 *
 * <pre>{@code
 * try (HttpTransport transport = HttpTransport.open(TransportOptions.DEFAULTS)) {
 *     RequestHead head = RequestHead.of("POST", URI.create("http://host:8000/v1/completions"));
 *     transport.send(head, body, listener);
 * }
 * }</pre>
 */
public interface HttpTransport extends AutoCloseable {

    /** Returns the name of this transport in logs and records. */
    String name();

    /**
     * Sends a request and returns immediately. The listener receives all events, possibly before this method returns.
     *
     * @param body the request body; the caller must not change it before the exchange ends
     */
    Exchange send(RequestHead head, byte[] body, ExchangeListener listener);

    /** Returns the threads that read responses, so that a run can monitor these threads; empty if unknown. */
    default List<ReadThread> readThreads() {
        return List.of();
    }

    /** Returns the counters of this transport so far. */
    TransportCounts counts();

    /** Cancels the exchanges in flight and closes every connection. */
    @Override
    void close();

    /** Opens the transport with the highest preference among those that support the HTTP version of the options. */
    static HttpTransport open(TransportOptions options) {
        return Providers.best(options.version()).open(options);
    }

    /** Returns the name of the provider whose transport {@link #open(TransportOptions)} opens for an HTTP version. */
    static String defaultName(HttpVersion version) {
        return Providers.best(version).name();
    }

    /**
     * Opens the transport with the name {@code name}.
     *
     * @throws IllegalArgumentException if no transport has that name
     */
    static HttpTransport open(String name, TransportOptions options) {
        return Providers.named(name).open(options);
    }
}
