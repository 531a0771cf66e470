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

/** One connection to a server over HTTP/2, which carries many calls at a time. Runs on the thread of its lane. */
final class SharedConnection extends Http2ConnectionHandler {

    /** So much of an answer may be on its way, of one and of all; a megabyte-long event comes in one go. */
    private static final int STREAM_WINDOW = 1 << 20;

    private static final int CONNECTION_WINDOW = 1 << 24;
    private static final int LAST_ID = Integer.MAX_VALUE - 2;

    private final ConnectAttempt attempt;
    private final Pool pool;
    private final @Nullable ReadClock clock;
    private final Http2Connection.PropertyKey key = connection().newKey();

    @SuppressWarnings("NullAway.Init") // set by handlerAdded, before anything else is called
    private ChannelHandlerContext context;

    private boolean isAgreed;
    private boolean isRetired;
    private long reads;
    private long answers;
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
        decoder.frameListener(new AnswerFrames(this));
        connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamClosed(Http2Stream closed) {
                streamClosed(closed);
            }
        });
    }

    /** Takes the stamps from a clock, if what comes here was decrypted first; it is null if not. */
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

    /** Whether the server allows one more stream now. */
    boolean hasRoom() {
        Http2Connection.Endpoint<?> local = connection().local();
        return !isRetired
                && context.channel().isActive()
                && local.canOpenStream()
                && local.lastStreamCreated() < LAST_ID;
    }

    /** Sends a request. */
    void send(Call call) {
        byte[] body = call.body();
        boolean isBodiless = body.length == 0;
        Stream stream = new Stream(this, connection().local().incrementAndGetNextStreamId(), reads, call);
        ChannelPromise handedOver = context.newPromise();
        handedOver.addListener(written -> written(stream, written.isSuccess(), written.cause()));
        ChannelFuture unused = encoder()
                .writeHeaders(
                        context,
                        stream.id(),
                        call.bytes().fields(body.length),
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
        Call call = stream.call();
        if (isDone && call != null) {
            call.exchange().sent(System.nanoTime());
        } else if (!isDone && connection().stream(stream.id()) == null) {
            cause = cause == null ? why : cause;
            lose(stream, false, null);
        }
    }

    /** Tells the server that nobody wants the answer. */
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
        if (reads++ == 0 && in.isReadable() && in.getByte(in.readerIndex()) != 0) { // settings are short
            in.release();
            attempt.refusedHttp2();
            return;
        }
        super.channelRead(reading, message);
    }

    /** The server said what it allows. */
    void settled() throws Http2Exception {
        if (isAgreed) {
            pool.serve();
            return;
        }
        isAgreed = true;
        connection()
                .local()
                .flowController()
                .incrementWindowSize(
                        connection().connectionStream(), CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
        flush(context);
        attempt.agreed(this);
    }

    void head(int id, int status, Function<String, Optional<String>> fields) {
        Stream stream = stream(id);
        if (stream != null && stream.call() != null && !stream.hasAnswered()) {
            stream.answers();
            pool.lane().counters().answeredOverHttp2();
            stream.call().exchange().head(nanos, new ResponseHead(status, fields));
        }
    }

    void body(int id, ByteBuf in) {
        Stream stream = stream(id);
        byte[] scratch = pool.scratch();
        while (in.isReadable() && stream != null && stream.call() != null) {
            int length = Math.min(in.readableBytes(), scratch.length);
            in.readBytes(scratch, 0, length);
            stream.call().exchange().body(nanos, scratch, 0, length);
        }
    }

    /** The answer is complete, whether or not the server has read the whole request. */
    void end(int id) {
        Stream stream = stream(id);
        if (stream == null) {
            return;
        }
        Call done = stream.release();
        if (done == null) {
            return;
        }
        answers++;
        if (connection().stream(id).state().localSideOpen()) {
            cancel(stream);
        }
        if (stream.hasAnswered()) {
            done.exchange().end(nanos);
        } else {
            done.exchange()
                    .failed(
                            nanos,
                            new Failure(
                                    Failure.Kind.MALFORMED_RESPONSE, "this is not HTTP/2: the answer has no status"));
        }
    }

    /** The server gives up an answer. */
    void reset(int id, long code) {
        Stream stream = stream(id);
        if (stream != null) {
            lose(stream, code == Http2Error.REFUSED_STREAM.code(), "the server gave up the stream" + named(code));
        }
    }

    /** The server takes no more requests on this connection. */
    void goAway(long code) {
        if (cause == null && code != Http2Error.NO_ERROR.code()) {
            cause = new IllegalStateException("the server went away" + named(code));
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
        boolean isStale = answers > 0 && reads == stream.readsBefore();
        Call lost = stream.release();
        if (lost == null) {
            return;
        }
        if (fault != null) {
            lost.exchange().failed(System.nanoTime(), new Failure(Failure.Kind.MALFORMED_RESPONSE, fault));
        } else if (stream.hasAnswered() || !(isUnread || isStale) || !pool.retry(lost)) {
            lost.exchange().broken(System.nanoTime(), why == null ? Breaks.inAnswer(lost.server(), cause) : why);
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
        Call lost = stream == null || outbound ? null : stream.release();
        if (lost != null) {
            lost.exchange().failed(nanos, new Failure(Failure.Kind.MALFORMED_RESPONSE, isNot(thrown)));
        }
        super.onStreamError(failed, outbound, thrown, error);
    }

    private static String isNot(Throwable thrown) {
        return "this is not HTTP/2: " + thrown.getMessage();
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
        if (isAgreed) {
            pool.forget(this);
        } else {
            attempt.fail("no HTTP/2 with " + pool.origin().authority() + Breaks.reason(cause));
        }
    }
}
