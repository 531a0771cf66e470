// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
import io.loadharness.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection to a server. It processes many requests at a time. Runs on the thread of its worker. */
final class SharedConnection extends Http2ConnectionHandler {

    /** The flow-control window of a stream in bytes. An event of 1 MiB fits into it without a window update. */
    private static final int STREAM_WINDOW = 1 << 20;

    private static final int CONNECTION_WINDOW = 1 << 24;
    private static final int LAST_ID = Integer.MAX_VALUE - 2;

    private final ConnectAttempt attempt;
    private final Pool pool;
    private final @Nullable ReadClock clock;
    private final Http2Connection.PropertyKey key = connection().newKey();

    @SuppressWarnings("NullAway.Init") // set by handlerAdded, before any other method is called
    private ChannelHandlerContext context;

    private boolean isEstablished;
    private boolean isRetired;
    private long reads;
    private long responses;
    private long nanos;
    private @Nullable String fault;
    private @Nullable Throwable cause;

    private SharedConnection(
            ConnectAttempt attempt,
            Pool pool,
            @Nullable ReadClock clock,
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings settings) {
        super(decoder, encoder, settings, true);
        this.attempt = attempt;
        this.pool = pool;
        this.clock = clock;
        decoder.frameListener(new ResponseFrameListener(this));
        connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream closed) {
                streamClosed(closed);
            }
        });
    }

    /** Creates a connection. With TLS, the clock returns the time of the last read, before decryption. Without TLS, the clock is null. */
    static SharedConnection over(ConnectAttempt attempt, Pool pool, @Nullable ReadClock clock) {
        return new Builder(attempt, pool, clock).build();
    }

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<SharedConnection, Builder> {

        private final ConnectAttempt attempt;
        private final Pool pool;
        private final @Nullable ReadClock clock;

        Builder(ConnectAttempt attempt, Pool pool, @Nullable ReadClock clock) {
            this.attempt = attempt;
            this.pool = pool;
            this.clock = clock;
            server(false);
            initialSettings(Http2Settings.defaultSettings().pushEnabled(false).initialWindowSize(STREAM_WINDOW));
        }

        @Override
        protected SharedConnection build() {
            return super.build();
        }

        @Override
        protected SharedConnection build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new SharedConnection(attempt, pool, clock, decoder, encoder, settings);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) throws Exception {
        context = added;
        super.handlerAdded(added);
    }

    /** Returns true if another request can be sent on this connection now. */
    boolean hasRoom() {
        Http2Connection.Endpoint<?> local = connection().local();
        return !isRetired
                && context.channel().isActive()
                && local.canOpenStream()
                && local.lastStreamCreated() < LAST_ID;
    }

    /** Sends a request on a new stream. */
    void send(NettyRequest request) {
        byte[] body = request.body();
        boolean isBodiless = body.length == 0;
        Stream stream = new Stream(this, connection().local().incrementAndGetNextStreamId(), reads, request);
        ChannelPromise handedOver = context.newPromise();
        handedOver.addListener(written -> written(stream, written.isSuccess(), written.cause()));
        ChannelFuture unused = encoder()
                .writeHeaders(
                        context,
                        stream.id(),
                        request.headBytes().fields(body.length),
                        0,
                        isBodiless,
                        isBodiless ? handedOver : context.newPromise());
        Http2Stream opened = connection().stream(stream.id());
        if (opened != null) {
            opened.setProperty(key, stream);
        }
        if (!isBodiless) {
            ChannelFuture unusedToo =
                    encoder().writeData(context, stream.id(), Unpooled.wrappedBuffer(body), 0, true, handedOver);
        }
        flush(context);
    }

    private void written(Stream stream, boolean isDone, @Nullable Throwable why) {
        NettyRequest request = stream.request();
        if (isDone && request != null) {
            request.exchange().sent(System.nanoTime());
        } else if (!isDone && connection().stream(stream.id()) == null) {
            cause = cause == null ? why : cause;
            lose(stream, false, null);
        }
    }

    /** Resets a stream, because the response is no longer needed. */
    void cancel(Stream stream) {
        if (connection().stream(stream.id()) != null) {
            ChannelFuture unused = resetStream(context, stream.id(), Http2Error.CANCEL.code(), context.newPromise());
            flush(context);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) throws Exception {
        nanos = clock == null ? System.nanoTime() : clock.nanos();
        ByteBuf in = (ByteBuf) message;
        if (reads++ == 0
                && in.isReadable()
                && in.getByte(in.readerIndex()) != 0) { // the length of a settings frame starts with 0
            in.release();
            attempt.http2Refused();
            return;
        }
        super.channelRead(reading, message);
    }

    /** Called each time the server has sent its settings. The first settings establish the connection. */
    void settingsReceived() throws Http2Exception {
        if (isEstablished) {
            pool.serve();
            return;
        }
        isEstablished = true;
        connection()
                .local()
                .flowController()
                .incrementWindowSize(
                        connection().connectionStream(), CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
        flush(context);
        attempt.http2Connected(this);
    }

    void head(int id, int status, Function<String, Optional<String>> fields) {
        Stream stream = stream(id);
        if (stream != null && stream.request() != null && !stream.hasResponse()) {
            stream.markResponse();
            pool.worker().counters().http2Response();
            stream.request().exchange().head(nanos, new ResponseHead(status, fields));
        }
    }

    void body(int id, ByteBuf in) {
        Stream stream = stream(id);
        byte[] scratch = pool.scratch();
        while (in.isReadable() && stream != null && stream.request() != null) {
            int length = Math.min(in.readableBytes(), scratch.length);
            in.readBytes(scratch, 0, length);
            stream.request().exchange().body(nanos, scratch, 0, length);
        }
    }

    /** Called when the response is complete, even if the server has not read the whole request. */
    void end(int id) {
        Stream stream = stream(id);
        if (stream == null) {
            return;
        }
        NettyRequest done = stream.release();
        if (done == null) {
            return;
        }
        responses++;
        if (connection().stream(id).state().localSideOpen()) {
            cancel(stream);
        }
        if (stream.hasResponse()) {
            done.exchange().end(nanos);
        } else {
            done.exchange()
                    .failed(
                            nanos,
                            new Failure(
                                    Failure.Kind.MALFORMED_RESPONSE,
                                    "the response is not valid HTTP/2: it has no status"));
        }
    }

    /** Called when the server resets a stream. */
    void reset(int id, long code) {
        Stream stream = stream(id);
        if (stream != null) {
            lose(stream, code == Http2Error.REFUSED_STREAM.code(), "the server reset the stream" + named(code));
        }
    }

    /** Called when the server accepts no more requests on this connection. */
    void goAway(long code) {
        if (cause == null && code != Http2Error.NO_ERROR.code()) {
            cause = new IllegalStateException("the server sent GOAWAY" + named(code));
        }
        isRetired = true;
        pool.retire(this);
        if (connection().numActiveStreams() == 0) {
            ChannelFuture unused = context.close();
        }
    }

    private static String named(long code) {
        Http2Error error = Http2Error.valueOf(code);
        return " (" + (error == null ? "error " + code : error.name()) + ")";
    }

    private void streamClosed(Http2Stream closed) {
        Stream stream = closed.getProperty(key);
        if (stream != null) {
            lose(stream, isRetired && closed.id() > connection().local().lastStreamKnownByPeer(), null);
        }
        if (!isRetired) {
            pool.serve();
        } else if (connection().numActiveStreams() == 0) {
            ChannelFuture unused = context.close();
        }
    }

    private void lose(Stream stream, boolean isUnread, @Nullable String why) {
        boolean isStale = responses > 0 && reads == stream.readsBefore();
        NettyRequest lost = stream.release();
        if (lost == null) {
            return;
        }
        if (fault != null) {
            lost.exchange().failed(System.nanoTime(), new Failure(Failure.Kind.MALFORMED_RESPONSE, fault));
        } else if (stream.hasResponse() || !(isUnread || isStale) || !pool.retry(lost)) {
            lost.exchange()
                    .broken(System.nanoTime(), why == null ? NettyFailures.duringResponse(lost.server(), cause) : why);
        }
    }

    private @Nullable Stream stream(int id) {
        Http2Stream found = connection().stream(id);
        return found == null ? null : found.getProperty(key);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext failed, boolean outbound, Throwable thrown, Http2Exception error) {
        if (!outbound) {
            fault = isNot(thrown);
        }
        isRetired = true;
        super.onConnectionError(failed, outbound, thrown, error);
    }

    @Override
    protected void onStreamError(
            ChannelHandlerContext failed, boolean outbound, Throwable thrown, Http2Exception.StreamException error) {
        Stream stream = stream(error.streamId());
        NettyRequest lost = stream == null || outbound ? null : stream.release();
        if (lost != null) {
            lost.exchange().failed(nanos, new Failure(Failure.Kind.MALFORMED_RESPONSE, isNot(thrown)));
        }
        super.onStreamError(failed, outbound, thrown, error);
    }

    private static String isNot(Throwable thrown) {
        return "the response is not valid HTTP/2: " + thrown.getMessage();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable thrown) {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(thrown) != null) {
            onError(failed, false, thrown);
        } else {
            cause = thrown;
            ChannelFuture unused = failed.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) throws Exception {
        isRetired = true;
        super.channelInactive(closed);
        if (isEstablished) {
            pool.forget(this);
        } else {
            attempt.fail("no HTTP/2 connection to " + pool.origin().authority() + NettyFailures.reason(cause));
        }
    }
}
