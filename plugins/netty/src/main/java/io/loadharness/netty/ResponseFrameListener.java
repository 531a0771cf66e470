// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Locale;
import java.util.Optional;

/** Handles the HTTP/2 frames of responses. Runs on the thread of the connection's worker. */
final class ResponseFrameListener extends Http2FrameAdapter {

    private static final int FIRST_FINAL_STATUS = 200;

    private final SharedConnection connection;

    ResponseFrameListener(SharedConnection connection) {
        this.connection = connection;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
        connection.settingsReceived();
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int id,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean isEnd)
            throws Http2Exception {
        onHeadersRead(context, id, headers, padding, isEnd);
    }

    /** Handles the response headers, the headers of an interim (1xx) response, or the trailers. */
    @Override
    public void onHeadersRead(ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean isEnd)
            throws Http2Exception {
        if (headers.status() != null && status(id, headers.status()) >= FIRST_FINAL_STATUS) {
            connection.head(id, status(id, headers.status()), name -> first(headers, name));
        }
        if (isEnd) {
            connection.end(id);
        }
    }

    private static int status(int id, CharSequence digits) throws Http2Exception {
        try {
            return Integer.parseInt(digits, 0, digits.length(), 10);
        } catch (NumberFormatException e) {
            throw Http2Exception.streamError(id, Http2Error.PROTOCOL_ERROR, e, "the status is not a number");
        }
    }

    private static Optional<String> first(Http2Headers headers, String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(CharSequence::toString);
    }

    @Override
    public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean isEnd) {
        int length = data.readableBytes() + padding;
        connection.body(id, data);
        if (isEnd) {
            connection.end(id);
        }
        return length;
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
        connection.reset(id, code);
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext context, int lastId, long code, ByteBuf debug) {
        connection.goAway(code);
    }
}
