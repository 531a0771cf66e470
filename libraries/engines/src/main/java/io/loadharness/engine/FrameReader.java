// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * Reads frames from a channel into one buffer, which is used again. The buffer grows only as far as bytes arrive, so that a wrong length
 * allocates no memory. Not thread-safe.
 */
final class FrameReader {

    private static final int INITIAL_CAPACITY = 256 << 10;
    private static final int SHOWN = 16;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(INITIAL_CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private boolean hasMore;

    /** Receives frames. */
    interface Handler {

        /**
         * Called for each frame.
         *
         * @param bytes a buffer with the body from {@code start} to {@code end}, valid during the call; use only absolute access
         */
        void frame(byte type, ByteBuffer bytes, int start, int end);
    }

    /** Reads from the channel once. Returns the number of bytes; -1 at the end of the stream. */
    int read(ReadableByteChannel channel) throws IOException {
        if (!buffer.hasRemaining()) {
            ByteBuffer larger = ByteBuffer.allocateDirect(2 * buffer.capacity()).order(ByteOrder.LITTLE_ENDIAN);
            buffer = larger.put(buffer.flip());
        }
        int read = channel.read(buffer);
        hasMore = !buffer.hasRemaining();
        return read;
    }

    /** Returns true if the last read filled the buffer, so that the channel probably has more bytes. */
    boolean hasMore() {
        return hasMore;
    }

    /** Passes on all complete frames and keeps the rest. */
    void parse(Handler handler) {
        int limit = buffer.position();
        int start = 0;
        while (limit - start >= WorkerProtocol.HEADER) {
            int length = length(start);
            if (limit - start - WorkerProtocol.HEADER < length) {
                break;
            }
            int body = start + WorkerProtocol.HEADER;
            handler.frame(buffer.get(start + 4), buffer, body, body + length);
            start = body + length;
        }
        if (start > 0) {
            buffer.limit(limit).position(start);
            buffer.compact();
        }
    }

    private int length(int start) {
        int length = buffer.getInt(start);
        if (buffer.getInt(start + 4) >>> 8 != 0) {
            byte[] first = new byte[Math.min(SHOWN, buffer.position() - start)];
            buffer.get(start, first);
            String text = new String(first, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?");
            throw new ProtocolException(
                    "sent bytes that are not a frame (\"" + text + "\"); only frames may be written to the socket");
        }
        if (length < 0 || length > WorkerProtocol.MAX_BODY) {
            throw new ProtocolException("sent a frame of " + Integer.toUnsignedLong(length) + " bytes; the limit is "
                    + WorkerProtocol.MAX_BODY + " bytes");
        }
        return length;
    }

    /** Returns the text between two positions of a buffer. */
    static String text(ByteBuffer bytes, int start, int end) {
        return new String(bytes(bytes, start, end), StandardCharsets.UTF_8);
    }

    static byte[] bytes(ByteBuffer bytes, int start, int end) {
        byte[] copy = new byte[end - start];
        bytes.get(start, copy);
        return copy;
    }
}
