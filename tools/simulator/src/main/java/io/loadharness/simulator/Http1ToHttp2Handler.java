// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Translates the bytes of an HTTP/1.1 response to an HTTP/2 response. Resets the stream if the response is incomplete or has no equivalent
 * in HTTP/2.
 */
final class Http1ToHttp2Handler extends ChannelDuplexHandler {

    private final EmbeddedChannel decoder = new EmbeddedChannel(new HttpResponseDecoder() {
        @Override
        protected boolean isContentAlwaysEmpty(HttpMessage response) {
            return isBodiless || super.isContentAlwaysEmpty(response);
        }
    });
    private boolean isBodiless;
    private boolean isInterim;
    private boolean isComplete;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            isBodiless = request.method().equals(HttpMethod.HEAD);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        ByteBuf bytes = (ByteBuf) message;
        if (bytes.isReadable() && !isComplete) {
            decoder.writeInbound(Unpooled.copiedBuffer(bytes));
            translate(context);
        }
        bytes.release();
        if (!promise.isVoid()) {
            promise.setSuccess();
        }
    }

    private void translate(ChannelHandlerContext context) {
        for (HttpObject part = decoder.readInbound(); part != null; part = decoder.readInbound()) {
            if (isComplete) {
                ReferenceCountUtil.release(part);
            } else if (part.decoderResult().isFailure()) {
                ReferenceCountUtil.release(part);
                isComplete = true;
                ChannelFuture unused = context.close();
            } else {
                pass(context, part);
            }
        }
    }

    private void pass(ChannelHandlerContext context, HttpObject part) {
        if (part instanceof HttpResponse head) {
            isInterim = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            if (isInterim) {
                ChannelFuture unused = context.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, head.status()));
                return;
            }
        }
        if (isInterim) {
            ReferenceCountUtil.release(part);
            return;
        }
        isComplete = part instanceof LastHttpContent;
        ChannelFuture unused = context.write(part);
    }

    /** Handles the close of the connection, which ends a body without a length. Resets the stream if the response is still incomplete. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (!isComplete) {
            decoder.finish();
            translate(context);
            context.flush();
        }
        if (isComplete) {
            promise.setSuccess();
        } else {
            ChannelFuture unused = context.close(promise);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        decoder.finishAndReleaseAll();
    }
}
