// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks a proxy for a tunnel to a server, and is gone when it stands. */
final class Tunnel extends ChannelInboundHandlerAdapter implements AnswerDecoder.Sink {

    private final ServerOrigin origin;
    private final Runnable onReady;
    private final Consumer<String> onFailure;
    private final AnswerDecoder decoder = new AnswerDecoder();
    private @Nullable AnswerHead answer;
    private boolean isOver;

    Tunnel(ServerOrigin origin, Runnable onReady, Consumer<String> onFailure) {
        this.origin = origin;
        this.onReady = onReady;
        this.onFailure = onFailure;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        String request = "CONNECT " + origin.authority() + " HTTP/1.1\r\nHost: " + origin.authority() + "\r\n\r\n";
        decoder.begin(true);
        ChannelFuture unused = context.writeAndFlush(ByteBufUtil.writeAscii(context.alloc(), request));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        byte[] bytes = ByteBufUtil.getBytes(in);
        in.release();
        try {
            if (decoder.decode(bytes, 0, bytes.length, this) < bytes.length) {
                throw new MalformedAnswer("there is more behind its end");
            }
        } catch (MalformedAnswer e) {
            fail("the proxy makes no tunnel: " + e.getMessage());
            return;
        }
        if (answer != null && answer.status() / 100 != 2) {
            fail("the proxy makes no tunnel to " + origin.authority() + ": status " + answer.status());
        } else if (answer != null) {
            isOver = true;
            context.pipeline().remove(this);
            onReady.run();
        }
    }

    @Override
    public void head(AnswerHead head) {
        answer = head;
    }

    @Override
    public void body(byte[] bytes, int from, int to) {
        throw new IllegalStateException("an answer to CONNECT has no body");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        fail("the proxy makes no tunnel: " + thrown.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail("the proxy makes no tunnel: it closed the connection");
    }

    private void fail(String message) {
        if (!isOver) {
            isOver = true;
            onFailure.accept(message);
        }
    }
}
