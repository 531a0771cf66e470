// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Stamps what is read before it is decrypted. */
final class ReadClock extends ChannelInboundHandlerAdapter {

    private long nanos;

    /** When bytes were last read. */
    long nanos() {
        return nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        nanos = System.nanoTime();
        context.fireChannelRead(bytes);
    }
}
