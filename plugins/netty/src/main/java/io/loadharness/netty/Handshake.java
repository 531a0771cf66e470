// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** Holds the place of a connection until TLS stands. */
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
        if (!(event instanceof SslHandshakeCompletionEvent shaken)) {
            return;
        }
        if (shaken.isSuccess()) {
            String protocol = context.pipeline().get(SslHandler.class).engine().getApplicationProtocol();
            attempt.secured(this, protocol == null ? "" : protocol, channel, clock);
        } else {
            attempt.fail(Breaks.inHandshake(server, shaken.cause()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        attempt.fail(Breaks.inHandshake(server, thrown));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        attempt.fail(Breaks.inHandshake(server, null));
    }
}
