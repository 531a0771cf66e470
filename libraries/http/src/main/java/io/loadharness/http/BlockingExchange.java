// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request that blocks its sender until the response is complete or the request fails. */
final class BlockingExchange implements ExchangeListener {

    private static final byte[] NO_BODY = {};
    private static final int MAX_BYTES = 16 << 20;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Bytes body = new Bytes(MAX_BYTES);
    private volatile int status;
    private volatile Optional<String> contentType = Optional.empty();
    private volatile long endNanos;
    private volatile @Nullable Failure failure;

    private BlockingExchange() {}

    static BlockingExchange of(HttpTransport transport, RequestHead head) {
        return of(transport, head, NO_BODY);
    }

    static BlockingExchange of(HttpTransport transport, RequestHead head, byte[] requestBody) {
        BlockingExchange exchange = new BlockingExchange();
        transport.send(head, requestBody, exchange);
        exchange.ended.join();
        return exchange;
    }

    /** Returns the status; 0 if there was no response. */
    int status() {
        return status;
    }

    /** Returns the failure; null if the response is complete. */
    @Nullable
    Failure failure() {
        return failure;
    }

    /** Returns the content type; empty if the response has none. */
    Optional<String> contentType() {
        return contentType;
    }

    /** Returns the {@link System#nanoTime()} at which the end of the response was read; 0 if the request failed. */
    long endNanos() {
        return endNanos;
    }

    /** Returns the received bytes of the body. */
    Bytes body() {
        return body;
    }

    @Override
    public void head(long nanos, ResponseHead head) {
        status = head.status();
        contentType = head.header("Content-Type");
    }

    @Override
    public void body(long nanos, byte[] bytes, int from, int to) {
        if (!body.append(bytes, from, to)) {
            throw FailureException.malformed("the response is larger than " + MAX_BYTES + " bytes");
        }
    }

    @Override
    public void end(long nanos) {
        endNanos = nanos;
        ended.complete(null);
    }

    @Override
    public void failed(long nanos, Failure why) {
        failure = why;
        ended.complete(null);
    }
}
