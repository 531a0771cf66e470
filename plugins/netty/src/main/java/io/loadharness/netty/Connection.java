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

/** One connection to a server, which carries one call at a time. Runs on the thread of its lane. */
final class Connection extends ChannelInboundHandlerAdapter
        implements AnswerDecoder.Sink, ChannelFutureListener, Carrier {

    private final Pool pool;
    private final Channel channel;
    private final @Nullable ReadClock clock;
    private final AnswerDecoder decoder = new AnswerDecoder();
    private @Nullable Call call;
    private boolean isKept;
    private boolean isWriting;
    private boolean hasAnswered;
    private boolean isClosedInOrder;
    private @Nullable Throwable cause;
    private long nanos;

    /** Takes the stamps from a clock, if what comes here was decrypted first; it is null if not. */
    Connection(Pool pool, Channel channel, @Nullable ReadClock clock) {
        this.pool = pool;
        this.channel = channel;
        this.clock = clock;
        this.isClosedInOrder = clock == null;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    private void close() {
        ChannelFuture unused = channel.close();
    }

    /** An answer cannot be stopped but by the end of its connection. */
    @Override
    public void giveUp() {
        close();
    }

    /** Sends a request; this connection has nothing else to do. */
    void send(Call next) {
        HeadBytes head = next.bytes();
        call = next;
        next.isOn(this);
        hasAnswered = false;
        isWriting = true;
        decoder.begin(head.asksForHead());
        channel.writeAndFlush(head.with(next.body(), channel.alloc())).addListener(this);
    }

    /** The request was written. */
    @Override
    public void operationComplete(ChannelFuture written) {
        isWriting = false;
        if (!written.isSuccess()) {
            cause = written.cause();
            close();
        } else if (call != null) {
            call.exchange().sent(System.nanoTime());
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
        if (call == null) {
            dropStray();
            return;
        }
        hasAnswered = true;
        int end;
        try {
            end = decoder.decode(bytes, 0, length, this);
        } catch (MalformedAnswer e) {
            Call failed = release();
            close();
            failed.exchange().failed(nanos, new Failure(Failure.Kind.MALFORMED_RESPONSE, e.getMessage()));
            return;
        }
        if (decoder.isComplete()) {
            complete(end < length);
        }
    }

    /** What nobody asked for may belong to any answer, so the connection is of no more use. */
    private void dropStray() {
        pool.lane().counters().strayBytes();
        close();
    }

    @Override
    public void head(AnswerHead head) {
        current().exchange().head(nanos, head.told());
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        current().exchange().body(nanos, bytes, from, to);
    }

    private Call current() {
        return Objects.requireNonNull(call, "no call is on this connection");
    }

    /** Makes room first, so that what the listener sends next can come here. */
    private void complete(boolean hasMore) {
        Call done = release();
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

    private Call release() {
        Call released = current();
        call = null;
        released.isOn(null);
        return released;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
            isClosedInOrder = true;
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
        if (call != null) {
            lose();
        }
        pool.serve();
    }

    private void lose() {
        Call lost = release();
        long now = System.nanoTime();
        if (decoder.endsWithConnection() && isClosedInOrder && cause == null) {
            lost.exchange().end(now);
        } else if (cause instanceof Error) {
            lost.exchange().failed(now, Failure.of(cause));
        } else if (!isKept || hasAnswered || !pool.retry(lost)) {
            lost.exchange().broken(now, Breaks.inAnswer(lost.server(), cause));
        }
    }
}
