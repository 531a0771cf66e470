// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.Exchange;
import io.loadharness.http.RequestHead;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A request and its exchange, assigned to one worker. Confined to the thread of the worker, except {@link #run}. */
final class NettyRequest implements Runnable {

    private final NettyWorker worker;
    private final Exchange exchange;
    private final RequestHead head;
    private final byte[] body;
    private boolean mayRetry;
    private @Nullable HeadBytes headBytes;
    private @Nullable RequestHolder holder;

    NettyRequest(NettyWorker worker, Exchange exchange, RequestHead head, byte[] body, boolean mayRetry) {
        this.worker = worker;
        this.exchange = exchange;
        this.head = head;
        this.body = body;
        this.mayRetry = mayRetry;
    }

    Exchange exchange() {
        return exchange;
    }

    RequestHead head() {
        return head;
    }

    byte[] body() {
        return body;
    }

    /** Returns the encoded head. */
    HeadBytes headBytes() {
        return Objects.requireNonNull(headBytes, "the head is not encoded yet");
    }

    void setHeadBytes(HeadBytes encoded) {
        headBytes = encoded;
    }

    /** Returns the host and the port, for messages. */
    String server() {
        return head.authority();
    }

    /** Returns true if the request may be sent again. Only the first call can return true. */
    boolean takeRetry() {
        boolean may = mayRetry && !exchange.isEnded() && !exchange.isResponseStarted();
        mayRetry = false;
        return may;
    }

    /** Sets the object that currently processes this request; null for none. */
    void setHolder(@Nullable RequestHolder value) {
        holder = value;
    }

    /** Cancels this request in the object that currently processes it. Called from any thread when the exchange has failed. */
    @Override
    public void run() {
        try {
            worker.execute(() -> {
                if (holder != null) {
                    holder.cancel();
                }
            });
        } catch (RejectedExecutionException closed) {
            // The event loop is shut down and has closed its connections.
        }
    }
}
