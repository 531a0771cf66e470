// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes the bytes of a response to the socket. The methods that add bytes only collect these bytes; {@link #send} then writes all
 * collected bytes at once. Runs on the channel's event loop.
 */
class SocketWriter {

    /** The number of bytes that {@link #padding} adds. */
    static final int PADDING = 1_000_000;

    private static final ByteBuf PADDING_BYTES = Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(PADDING).writeBytes("x".repeat(PADDING).getBytes(StandardCharsets.US_ASCII)));
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int TYPICAL_WRITE = 512;

    private final Channel channel;
    private final boolean chunked;
    private @Nullable ByteBuf out;

    SocketWriter(Channel channel, boolean chunked) {
        this.channel = channel;
        this.chunked = chunked;
    }

    final Channel channel() {
        return channel;
    }

    final boolean isChunked() {
        return chunked;
    }

    /** Returns true if the socket can accept more bytes. */
    final boolean hasRoom() {
        return channel.isWritable();
    }

    /** Adds bytes without chunk framing. */
    final void raw(AsciiBytes bytes) {
        out(bytes.length()).writeBytes(bytes.array(), 0, bytes.length());
    }

    /** Adds characters of one byte each, without chunk framing. */
    final void raw(String ascii) {
        out(ascii.length()).writeCharSequence(ascii, StandardCharsets.US_ASCII);
    }

    /** Adds a part of the body. */
    final void body(AsciiBytes bytes) {
        body(bytes.array(), 0, bytes.length());
    }

    void body(byte[] bytes, int from, int length) {
        if (chunked) {
            beginChunk(length);
        }
        out(length + 4).writeBytes(bytes, from, length);
        if (chunked) {
            endChunk();
        }
    }

    /** Adds {@link #PADDING} bytes of {@code x} to the body. The bytes come from a buffer that all responses share. */
    final void padding() {
        if (chunked) {
            beginChunk(PADDING);
        }
        send();
        write(PADDING_BYTES.duplicate());
        if (chunked) {
            endChunk();
        }
    }

    /** Adds the end of the body. */
    final void end() {
        if (chunked) {
            raw("0\r\n\r\n");
        }
    }

    /** Writes the added bytes to the socket. */
    final void send() {
        if (out != null) {
            ByteBuf whole = out;
            out = null;
            write(whole);
        }
    }

    /** Writes a buffer to the socket. The channel takes ownership of the buffer. */
    @SuppressWarnings("FutureReturnValueIgnored") // a failed write is reported as an exception in the pipeline
    void write(ByteBuf bytes) {
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    /** Closes the connection after all added bytes are sent. */
    void fin() {
        send();
        close(channel);
    }

    /** Closes a connection after all bytes written to it are sent. */
    static void close(Channel channel) {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Resets the connection after all added bytes are sent. */
    final void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        fin();
    }

    /**
     * Sends the last bytes of a response. Runs {@code count} before the client can receive these bytes, and {@code onSent} after they are
     * written.
     */
    void finish(Runnable count, Runnable onSent) {
        count.run();
        send();
        onSent.run();
    }

    private void beginChunk(int size) {
        ByteBuf buffer = out(10);
        int digits = (35 - Integer.numberOfLeadingZeros(size)) / 4;
        for (int digit = digits - 1; digit >= 0; digit--) {
            buffer.writeByte(HEX[(size >> (4 * digit)) & 15]);
        }
        buffer.writeByte('\r').writeByte('\n');
    }

    private void endChunk() {
        out(2).writeByte('\r').writeByte('\n');
    }

    private ByteBuf out(int size) {
        if (out == null) {
            out = channel.alloc().directBuffer(Math.max(TYPICAL_WRITE, size + 16));
        }
        return out;
    }
}
