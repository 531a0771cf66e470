// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Records the time of the last read from a connection. */
final class ArrivalClock extends ChannelInboundHandlerAdapter {

    private long lastRead;

    long lastRead() {
        return lastRead;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastRead = System.nanoTime();
        context.fireChannelRead(message);
    }
}
