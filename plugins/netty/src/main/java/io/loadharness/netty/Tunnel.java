// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Requests that a proxy opens a tunnel to a server. Removes itself from the pipeline when the tunnel is open. */
final class Tunnel extends ChannelInboundHandlerAdapter implements Http1Decoder.Sink {

    private final ServerOrigin origin;
    private final Runnable onReady;
    private final Consumer<String> onFailure;
    private final Http1Decoder decoder = new Http1Decoder();
    private @Nullable Http1ResponseHead response;
    private boolean isOver;

    Tunnel(ServerOrigin origin, Runnable onReady, Consumer<String> onFailure) {
        this.origin = origin;
        this.onReady = onReady;
        this.onFailure = onFailure;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        String request = "CONNECT " + origin.authority() + " HTTP/1.1\r\nHost: " + origin.authority() + "\r\n\r\n";
        decoder.start(true);
        ChannelFuture unused = context.writeAndFlush(ByteBufUtil.writeAscii(context.alloc(), request));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        byte[] bytes = ByteBufUtil.getBytes(in);
        in.release();
        try {
            if (decoder.decode(bytes, 0, bytes.length, this) < bytes.length) {
                fail("the proxy did not open a tunnel: data follows the response to CONNECT");
                return;
            }
        } catch (MalformedResponseException e) {
            fail("the proxy did not open a tunnel: " + e.getMessage());
            return;
        }
        if (response != null && response.status() / 100 != 2) {
            fail("the proxy did not open a tunnel to " + origin.authority() + ": status " + response.status());
        } else if (response != null) {
            isOver = true;
            context.pipeline().remove(this);
            onReady.run();
        }
    }

    @Override
    public void head(Http1ResponseHead head) {
        response = head;
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        throw new IllegalStateException("the response to CONNECT has no body");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        fail("the proxy did not open a tunnel: " + thrown.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail("the proxy did not open a tunnel: it closed the connection");
    }

    private void fail(String message) {
        if (!isOver) {
            isOver = true;
            onFailure.accept(message);
        }
    }
}
