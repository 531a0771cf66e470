// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Passes a response to its exchange as it arrives. Usually runs on the selector thread, which does not read other responses while it runs a
 * method of this class.
 */
final class JdkResponseBody implements HttpResponse.BodySubscriber<Void> {

    /** The state of a thread that calls listeners: the selector thread, or the sender of a request whose response has already arrived. */
    private static final class Caller {

        /** A buffer for copies of the data, because the buffers of the client are read-only and do not expose an array. */
        private final byte[] scratch = new byte[1 << 16];

        private final boolean isSelector = Thread.currentThread().getName().endsWith("SelectorManager");
    }

    private static final ThreadLocal<Caller> CALLER = ThreadLocal.withInitial(Caller::new);

    private final Exchange exchange;
    private final JdkClient.Generation connections;
    private final CompletableFuture<Void> end;
    private final CompletableFuture<Void> body = new CompletableFuture<>();

    /**
     * Creates an instance and reports the head. When the response ends, the thread that read the end completes {@code end}, and then
     * notifies {@code java.net.http}.
     */
    JdkResponseBody(
            Exchange exchange,
            JdkClient.Generation connections,
            CompletableFuture<Void> end,
            HttpResponse.ResponseInfo info) {
        this.exchange = exchange;
        this.connections = connections;
        this.end = end;
        Caller caller = enter();
        exchange.head(System.nanoTime(), new ResponseHead(info.statusCode(), name -> first(info.headers(), name)));
        leave(caller);
    }

    /** Returns the first value of a header. Unlike {@link HttpHeaders#firstValue}, it does not create a stream. */
    private static Optional<String> first(HttpHeaders headers, String name) {
        List<String> values = headers.map().get(name);
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    @Override
    public CompletionStage<Void> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        long nanos = System.nanoTime();
        Caller caller = enter();
        byte[] scratch = caller.scratch;
        for (int i = 0; i < buffers.size(); i++) {
            ByteBuffer buffer = buffers.get(i);
            while (buffer.hasRemaining()) {
                int length = Math.min(buffer.remaining(), scratch.length);
                buffer.get(scratch, 0, length);
                exchange.body(nanos, scratch, 0, length);
            }
        }
        leave(caller);
    }

    @Override
    public void onError(Throwable thrown) {
        end.completeExceptionally(thrown);
        body.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        connections.connectionKept();
        Caller caller = enter();
        exchange.end(System.nanoTime());
        end.complete(null);
        leave(caller);
        body.complete(null);
    }

    private Caller enter() {
        Caller caller = CALLER.get();
        if (caller.isSelector) {
            connections.selector().enter();
        }
        return caller;
    }

    private void leave(Caller caller) {
        if (caller.isSelector) {
            connections.selector().leave();
        }
    }
}
