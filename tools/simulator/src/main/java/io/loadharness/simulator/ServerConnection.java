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

/**
 * A connection of a client. Assembles requests from their parts, and handles them one after the other on the event loop of the connection.
 */
final class ServerConnection extends SimpleChannelInboundHandler<HttpObject> {

    private static final int MAX_BODY_BYTES = 1 << 26;
    private static final byte[] EMPTY_BODY = {};
    /** The scheme and host before the path. Clients send them if they use this server as a proxy. */
    private static final Pattern AUTHORITY = Pattern.compile("^https?://[^/?]*");

    private final PathRouter router;
    private final ServerLoop loop;
    private final ArrivalClock clock;
    private final Queue<ServerExchange> waiting = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init") // set by handlerAdded, which Netty calls first
    private Channel channel;

    private @Nullable HttpRequest request;
    private @Nullable ByteBuf body;
    private boolean busy;
    private boolean over;
    private @Nullable ServerResponse response;

    ServerConnection(PathRouter router, ServerLoop loop, ArrivalClock clock) {
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

    /**
     * Sets the current response. The connection notifies it when the socket can accept more bytes and when the client disconnects. Null if
     * no response is in progress.
     */
    void setResponse(@Nullable ServerResponse next) {
        response = next;
    }

    /**
     * Called when the current response is completely written. Handles the next request if the connection is kept, or closes the connection.
     */
    void responseSent(boolean keepAlive) {
        response = null;
        busy = false;
        if (!keepAlive) {
            over = true;
            new SocketWriter(channel, false).fin();
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
            reject(400, "Not an HTTP request: " + cause.getMessage() + ".");
            return;
        }
        if (part instanceof HttpRequest head) {
            request = head;
            if (HttpUtil.is100ContinueExpected(head)) {
                SocketWriter socket = new SocketWriter(channel, false);
                socket.raw("HTTP/1.1 100 Continue\r\n\r\n");
                socket.send();
            }
        }
        if (part instanceof HttpContent content && request != null) {
            collect(request, content);
        }
    }

    private void collect(HttpRequest head, HttpContent content) {
        ByteBuf bytes = content.content();
        if (bodySize() + bytes.readableBytes() > MAX_BODY_BYTES) {
            reject(413, "The body must not be longer than " + MAX_BODY_BYTES + " bytes.");
            return;
        }
        if (bytes.isReadable()) {
            if (body == null) {
                body = channel.alloc().buffer(bytes.readableBytes());
            }
            body.writeBytes(bytes);
        }
        if (content instanceof LastHttpContent) {
            waiting.add(exchange(head, body == null ? EMPTY_BODY : ByteBufUtil.getBytes(body)));
            clear();
            next();
        }
    }

    private ServerExchange exchange(HttpRequest head, byte[] bytes) {
        String uri = AUTHORITY.matcher(head.uri()).replaceFirst("");
        int mark = uri.indexOf('?');
        return new ServerExchange(
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

    private void reject(int status, String message) {
        clear();
        if (!over) {
            over = true;
            AsciiBytes error = FullResponse.error(loop.json(), status, message);
            SocketWriter socket = new SocketWriter(channel, false);
            new HttpHead(status, "application/json", error.length()).write(socket, loop, false, false);
            socket.body(error);
            socket.fin();
        }
    }

    private void clear() {
        request = null;
        if (body != null) {
            body.release();
            body = null;
        }
    }

    private int bodySize() {
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
        if (response != null && channel.isWritable()) {
            response.sendAvailable();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        waiting.clear();
        clear();
        if (response != null) {
            response.cancel();
            response = null;
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        SocketWriter.close(channel);
    }
}
