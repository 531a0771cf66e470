// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.client.ReadThread;
import java.util.List;

/**
 * Carries requests to HTTP servers and reads answers, any number at a time, without a thread for each. Safe for any number of
 * threads. A redirect is an answer like any other and is not followed. Nothing is sent twice, but for one case: see
 * {@link TransportOptions#retryStale}.
 *
 * <p>An adapter makes one {@link Exchange} per request with {@link Exchange#start} and tells it what happens; that keeps the promises
 * of {@link ExchangeListener} for it.
 */
public interface HttpTransport extends AutoCloseable {

    /** What logs and records call it. */
    String name();

    /**
     * Sends a request and returns at once. The listener hears everything else, perhaps before this method returns.
     *
     * @param body the body; it belongs to the transport until the end
     */
    Exchange send(RequestHead head, byte[] body, ExchangeListener listener);

    /** The threads that read answers, to be watched while a run goes on; none if it cannot say. */
    default List<ReadThread> readThreads() {
        return List.of();
    }

    /** What it did so far. */
    TransportCounts counts();

    /** Gives up what is open and closes every connection. */
    @Override
    void close();

    /** Opens the best transport there is: the one whose provider has the highest preference of those that speak the version asked for. */
    static HttpTransport open(TransportOptions options) {
        return Providers.best(options.version()).open(options);
    }

    /**
     * Opens the transport of a name.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static HttpTransport open(String name, TransportOptions options) {
        return Providers.named(name).open(options);
    }
}
