// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Records the time of the last read from the socket, before decryption. */
final class ReadClock extends ChannelInboundHandlerAdapter {

    private long nanos;

    /** Returns the time of the last read. */
    long nanos() {
        return nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        nanos = System.nanoTime();
        context.fireChannelRead(bytes);
    }
}
