// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** Waits for the TLS handshake. Afterwards, the handler of the connection replaces this handler in the pipeline. */
final class Handshake extends ChannelInboundHandlerAdapter {

    private final ConnectAttempt attempt;
    private final String server;
    private final Channel channel;
    private final ReadClock clock;

    Handshake(ConnectAttempt attempt, String server, Channel channel, ReadClock clock) {
        this.attempt = attempt;
        this.server = server;
        this.channel = channel;
        this.clock = clock;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent completion)) {
            return;
        }
        if (completion.isSuccess()) {
            String protocol = context.pipeline().get(SslHandler.class).engine().getApplicationProtocol();
            attempt.secured(this, protocol == null ? "" : protocol, channel, clock);
        } else {
            attempt.fail(NettyFailures.duringHandshake(server, completion.cause()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        attempt.fail(NettyFailures.duringHandshake(server, thrown));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        attempt.fail(NettyFailures.duringHandshake(server, null));
    }
}
