// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One client's connection: collects requests and has them answered one after the other. On its event loop. */
final class ServedConnection extends SimpleChannelInboundHandler<HttpObject> {

    private static final int LONGEST_BODY = 1 << 26;
    private static final byte[] NOTHING = {};
    /** Stands before the path where a client takes the server for a proxy. */
    private static final Pattern AUTHORITY = Pattern.compile("^https?://[^/?]*");

    private final PathRouter router;
    private final ServerLoop loop;
    private final ArrivalClock clock;
    private final Queue<ServedExchange> waiting = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init") // set by handlerAdded, before anything else is called
    private Channel channel;

    private @Nullable HttpRequest request;
    private @Nullable ByteBuf body;
    private boolean busy;
    private boolean over;
    private @Nullable ServedAnswer answer;

    ServedConnection(PathRouter router, ServerLoop loop, ArrivalClock clock) {
        this.router = router;
        this.loop = loop;
        this.clock = clock;
    }

    Channel channel() {
        return channel;
    }

    ServerLoop loop() {
        return loop;
    }

    /** The answer that shall hear of room in the socket, and of the end of the connection. */
    void answeredBy(@Nullable ServedAnswer next) {
        answer = next;
    }

    /** The answer is in the socket as a whole; the next request may have the connection, or nobody. */
    void answered(boolean keepAlive) {
        answer = null;
        busy = false;
        if (!keepAlive) {
            over = true;
            new ServedWire(channel, false).fin();
        }
        next();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            Throwable cause = part.decoderResult().cause();
            refuse(400, "This is no HTTP request: " + cause.getMessage() + ".");
            return;
        }
        if (part instanceof HttpRequest head) {
            request = head;
            if (HttpUtil.is100ContinueExpected(head)) {
                ServedWire wire = new ServedWire(channel, false);
                wire.raw("HTTP/1.1 100 Continue\r\n\r\n");
                wire.send();
            }
        }
        if (part instanceof HttpContent content && request != null) {
            collect(request, content);
        }
    }

    private void collect(HttpRequest head, HttpContent content) {
        ByteBuf bytes = content.content();
        if (collected() + bytes.readableBytes() > LONGEST_BODY) {
            refuse(413, "The body is longer than " + LONGEST_BODY + " bytes.");
            return;
        }
        if (bytes.isReadable()) {
            if (body == null) {
                body = channel.alloc().buffer(bytes.readableBytes());
            }
            body.writeBytes(bytes);
        }
        if (content instanceof LastHttpContent) {
            waiting.add(exchange(head, body == null ? NOTHING : ByteBufUtil.getBytes(body)));
            clear();
            next();
        }
    }

    private ServedExchange exchange(HttpRequest head, byte[] bytes) {
        String uri = AUTHORITY.matcher(head.uri()).replaceFirst("");
        int mark = uri.indexOf('?');
        return new ServedExchange(
                this,
                head.method().name(),
                mark < 0 ? uri : uri.substring(0, mark),
                mark < 0 ? "" : uri.substring(mark + 1),
                head.headers(),
                bytes,
                head.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0,
                HttpUtil.isKeepAlive(head),
                clock.lastRead());
    }

    private void refuse(int status, String message) {
        clear();
        if (!over) {
            over = true;
            AsciiBytes error = Plain.error(loop.json(), status, message);
            ServedWire wire = new ServedWire(channel, false);
            new Head(status, "application/json", error.length()).write(wire, loop, false, false);
            wire.body(error);
            wire.fin();
        }
    }

    private void clear() {
        request = null;
        if (body != null) {
            body.release();
            body = null;
        }
    }

    private int collected() {
        return body == null ? 0 : body.readableBytes();
    }

    private void next() {
        if (!busy && !over && !waiting.isEmpty()) {
            busy = true;
            router.handle(waiting.remove());
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (answer != null && channel.isWritable()) {
            answer.collect();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        waiting.clear();
        clear();
        if (answer != null) {
            answer.cancel();
            answer = null;
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ServedWire.close(channel);
    }
}
