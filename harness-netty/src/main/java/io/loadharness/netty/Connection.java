package io.loadharness.netty;

import io.loadharness.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;

/** One connection to a server, which carries one call at a time. Runs on the thread of its lane. */
final class Connection extends ChannelInboundHandlerAdapter implements AnswerDecoder.Sink, ChannelFutureListener {

    private final Lane lane;
    private final Origin origin;
    private final AnswerDecoder decoder = new AnswerDecoder();
    private Channel channel;
    private ReadClock clock;
    private Call call;
    private boolean isKept;
    private boolean isWriting;
    private boolean hasAnswered;
    private boolean isClosedInOrder;
    private Throwable cause;
    private long nanos;

    Connection(Lane lane, Origin origin) {
        this.lane = lane;
        this.origin = origin;
        this.isClosedInOrder = !origin.tls();
    }

    Lane lane() {
        return lane;
    }

    Origin origin() {
        return origin;
    }

    /** What it runs over, before it is connected. */
    void over(Channel made) {
        channel = made;
    }

    /** Takes the stamps from there, because what comes here was decrypted first. */
    void stampedBy(ReadClock first) {
        clock = first;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    void close() {
        if (channel != null) {
            ChannelFuture unused = channel.close();
        }
    }

    /** Sends a request; this connection has nothing else to do. */
    void send(Call next, HeadBytes head) {
        if (next.exchange().isEnded()) {
            next.isOn(null);
            lane.keep(this);
            return;
        }
        call = next;
        call.isOn(this);
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
        byte[] scratch = lane.scratch();
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
            close(); // nobody asked for this
            return;
        }
        hasAnswered = true;
        try {
            int end = decoder.decode(bytes, 0, length, this);
            if (end < length) {
                throw new MalformedAnswer("there is more behind its end");
            }
        } catch (MalformedAnswer e) {
            Call failed = release();
            close();
            failed.exchange().failed(nanos, new Failure(Failure.Kind.MALFORMED_RESPONSE, e.getMessage()));
            return;
        }
        if (decoder.isComplete()) {
            complete();
        }
    }

    @Override
    public void head(AnswerHead head) {
        call.exchange().head(nanos, head.told());
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        call.exchange().body(nanos, bytes, from, to);
    }

    /** Makes room first, so that what the listener sends next can come here. */
    private void complete() {
        Call done = release();
        if (decoder.keepsAlive() && !isWriting) {
            isKept = true;
            lane.keep(this);
        } else {
            close();
        }
        done.exchange().end(nanos);
    }

    private Call release() {
        Call released = call;
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
        if (call == null) {
            lane.forget(this);
            return;
        }
        Call lost = release();
        long now = System.nanoTime();
        if (decoder.endsWithConnection() && isClosedInOrder && cause == null) {
            lost.exchange().end(now);
        } else if (cause instanceof Error) {
            lost.exchange().failed(now, Failure.of(cause));
        } else if (!isKept || hasAnswered || !lane.retry(lost)) {
            lost.exchange().broken(now, Breaks.inAnswer(lost.server(), cause));
        }
    }
}
