// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/** Ends a connection with the TLS alert {@code handshake_failure} when its first bytes arrive. */
final class TlsFailureHandler extends ChannelInboundHandlerAdapter {

    private static final byte[] ALERT = {21, 3, 3, 0, 2, 2, 40};

    private final Counters counters;
    private boolean isSent;

    TlsFailureHandler(Counters counters) {
        this.counters = counters;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
        if (!isSent) {
            isSent = true;
            counters.faults(Fault.TLS_FAILURE).increment();
            context.writeAndFlush(Unpooled.wrappedBuffer(ALERT)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        SocketWriter.close(context.channel());
    }
}
