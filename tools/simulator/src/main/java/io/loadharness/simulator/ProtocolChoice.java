// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Speaks HTTP/2 with a client that begins so, whether or not TLS has agreed on it, and else HTTP/1.1. */
final class ProtocolChoice extends ByteToMessageDecoder {

    private static final String PREFACE = "PRI ";

    private final Protocols protocols;

    ProtocolChoice(Protocols protocols) {
        this.protocols = protocols;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < PREFACE.length()) {
            return;
        }
        if (in.toString(in.readerIndex(), PREFACE.length(), StandardCharsets.US_ASCII)
                .equals(PREFACE)) {
            protocols.http2(context.pipeline());
        } else {
            protocols.http1(context.pipeline());
        }
        context.pipeline().remove(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ServedWire.close(context.channel());
    }
}
