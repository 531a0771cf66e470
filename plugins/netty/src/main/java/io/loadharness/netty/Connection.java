// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection to a server. It processes one request at a time. Runs on the thread of its worker. */
final class Connection extends ChannelInboundHandlerAdapter
        implements Http1Decoder.Sink, ChannelFutureListener, RequestHolder {

    private final Pool pool;
    private final Channel channel;
    private final @Nullable ReadClock clock;
    private final Http1Decoder decoder = new Http1Decoder();
    private @Nullable NettyRequest request;
    private boolean isKept;
    private boolean isWriting;
    private boolean hasResponse;
    private boolean isClosedCleanly;
    private @Nullable Throwable cause;
    private long nanos;

    /** Creates a connection. With TLS, the clock returns the time of the last read, before decryption. Without TLS, the clock is null. */
    Connection(Pool pool, Channel channel, @Nullable ReadClock clock) {
        this.pool = pool;
        this.channel = channel;
        this.clock = clock;
        this.isClosedCleanly = clock == null;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    private void close() {
        ChannelFuture unused = channel.close();
    }

    /** Closes the connection, because HTTP/1.1 has no other way to stop a response. */
    @Override
    public void cancel() {
        close();
    }

    /** Sends a request. The connection must be idle. */
    void send(NettyRequest next) {
        HeadBytes head = next.headBytes();
        request = next;
        next.setHolder(this);
        hasResponse = false;
        isWriting = true;
        decoder.start(head.isHeadRequest());
        channel.writeAndFlush(head.with(next.body(), channel.alloc())).addListener(this);
    }

    /** Called when the request was written, or when the write failed. */
    @Override
    public void operationComplete(ChannelFuture written) {
        isWriting = false;
        if (!written.isSuccess()) {
            cause = written.cause();
            close();
        } else if (request != null) {
            request.exchange().sent(System.nanoTime());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        nanos = clock == null ? System.nanoTime() : clock.nanos();
        ByteBuf in = (ByteBuf) message;
        byte[] scratch = pool.scratch();
        try {
            while (in.isReadable()) {
                int length = Math.min(in.readableBytes(), scratch.length);
                in.readBytes(scratch, 0, length);
                take(scratch, length);
            }
        } finally {
            in.release();
        }
    }

    private void take(byte[] bytes, int length) {
        if (request == null) {
            dropStray();
            return;
        }
        hasResponse = true;
        int end;
        try {
            end = decoder.decode(bytes, 0, length, this);
        } catch (MalformedResponseException e) {
            NettyRequest failed = release();
            close();
            failed.exchange().failed(nanos, new Failure(Failure.Kind.MALFORMED_RESPONSE, e.getMessage()));
            return;
        }
        if (decoder.isComplete()) {
            complete(end < length);
        }
    }

    /** Closes the connection after unexpected bytes, because they could be mistaken for the response to a later request. */
    private void dropStray() {
        pool.worker().counters().unexpectedBytes();
        close();
    }

    @Override
    public void head(Http1ResponseHead head) {
        current().exchange().head(nanos, head.toResponseHead());
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        current().exchange().body(nanos, bytes, from, to);
    }

    private NettyRequest current() {
        return Objects.requireNonNull(request, "this connection has no request");
    }

    /**
     * Releases the connection, and then completes the exchange. In this order, the listener can send its next request on the connection.
     */
    private void complete(boolean hasMore) {
        NettyRequest done = release();
        if (hasMore) {
            dropStray();
        } else if (decoder.keepsAlive() && !isWriting) {
            isKept = true;
            pool.keep(this);
        } else {
            close();
        }
        done.exchange().end(nanos);
    }

    private NettyRequest release() {
        NettyRequest released = current();
        request = null;
        released.setHolder(null);
        return released;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
            isClosedCleanly = true;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        cause = thrown;
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        pool.forget(this);
        if (request != null) {
            lose();
        }
        pool.serve();
    }

    private void lose() {
        NettyRequest lost = release();
        long now = System.nanoTime();
        if (decoder.endsWithConnection() && isClosedCleanly && cause == null) {
            lost.exchange().end(now);
        } else if (cause instanceof Error) {
            lost.exchange().failed(now, Failure.of(cause));
        } else if (!isKept || hasResponse || !pool.retry(lost)) {
            lost.exchange().broken(now, NettyFailures.duringResponse(lost.server(), cause));
        }
    }
}
