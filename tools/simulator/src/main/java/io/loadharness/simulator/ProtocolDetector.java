// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Selects HTTP/2 if the client starts with the HTTP/2 preface, with or without TLS. Otherwise it selects HTTP/1.1. */
final class ProtocolDetector extends ByteToMessageDecoder {

    private static final String PREFACE = "PRI ";

    private final Protocols protocols;

    ProtocolDetector(Protocols protocols) {
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
        SocketWriter.close(context.channel());
    }
}
