// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A socket that transfers messages. The length of a message precedes it. Only one thread may read; any thread may write. Memory is bounded:
 * the reader allocates memory only for bytes that have arrived, and refuses lengths above its limit.
 */
final class FramedSocket implements Closeable {

    /** The maximum size of a message. */
    static final int MAX_BYTES = 64 << 20;

    /** The maximum size of a message during the handshake, before the peer has proved that it knows the token. */
    static final int MAX_HANDSHAKE_BYTES = 64 << 10;

    private static final int BUFFER_BYTES = 64 << 10;

    /** The number of bytes of a message after which its arrival is reported. */
    private static final int ARRIVAL_BYTES = 256 << 10;

    /** Called while a long message arrives. */
    @FunctionalInterface
    interface ArrivalListener {

        void arriving() throws IOException;
    }

    private final Socket raw;
    private final WatchedInput watched;
    private final InputStream in;
    private final OutputStream out;

    /** Sends and receives bytes with {@code socket}; {@link #close} closes {@code raw}, which {@code socket} uses. */
    FramedSocket(Socket raw, Socket socket) throws IOException {
        this.raw = raw;
        raw.setTcpNoDelay(true);
        watched = new WatchedInput(socket.getInputStream(), System::nanoTime);
        in = new BufferedInputStream(watched, BUFFER_BYTES);
        out = socket.getOutputStream();
    }

    /** Returns a message with its length prefix. */
    static byte[] frame(MessageLite message) {
        int size = message.getSerializedSize();
        if (size > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a request to a worker must have at most 64 MiB: got " + (size >> 20) + " MiB");
        }
        byte[] frame = new byte[Integer.BYTES + size];
        ByteBuffer.wrap(frame).putInt(size);
        CodedOutputStream coded = CodedOutputStream.newInstance(frame, Integer.BYTES, size);
        try {
            message.writeTo(coded);
        } catch (IOException e) {
            throw new IllegalStateException("a message is larger than its own size", e);
        }
        return frame;
    }

    void write(MessageLite message) throws IOException {
        write(frame(message));
    }

    /** Writes a frame. Blocks while the buffers of the socket are full because the peer does not read. */
    void write(byte[] frame) throws IOException {
        synchronized (out) {
            out.write(frame);
        }
    }

    /**
     * Returns the next message without its length; null if the peer has closed the connection.
     *
     * @throws IOException if the connection breaks, or the length is larger than {@code limit}
     */
    byte @Nullable [] read(int limit) throws IOException {
        return read(limit, () -> {});
    }

    /**
     * Returns the next message, as {@link #read(int)} does.
     *
     * @param listener called after every 256 KiB of an incomplete message
     */
    byte @Nullable [] read(int limit, ArrivalListener listener) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        byte[] rest = exactly(Integer.BYTES - 1, listener);
        int length = (first << 24) | ((rest[0] & 0xff) << 16) | ((rest[1] & 0xff) << 8) | (rest[2] & 0xff);
        if (length < 0 || length > limit) {
            throw new IOException("a message has " + Integer.toUnsignedString(length) + " bytes, but the limit is "
                    + limit + " bytes");
        }
        return exactly(length, listener);
    }

    private byte[] exactly(int length, ArrivalListener listener) throws IOException {
        byte[] bytes = new byte[Math.min(length, BUFFER_BYTES)];
        int count = 0;
        int reported = 0;
        while (count < length) {
            if (count == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * bytes.length));
            }
            int read = in.read(bytes, count, bytes.length - count);
            if (read < 0) {
                throw new IOException("the connection ended within a message");
            }
            count += read;
            if (count - reported >= ARRIVAL_BYTES && count < length) {
                reported = count;
                listener.arriving();
            }
        }
        return bytes;
    }

    /** Sets the maximum time that {@link #read} waits for bytes; 0 for no limit. */
    void readTimeout(int millis) throws IOException {
        raw.setSoTimeout(millis);
    }

    /** Returns the nanoseconds for which {@link #read} has waited for bytes; 0 if no thread waits. */
    long silence() {
        return watched.silence();
    }

    /** Sets the silence to 0. */
    void resetSilence() {
        watched.resetSilence();
    }

    /** Closes the connection immediately. Threads that read or write fail. */
    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            // the connection is not used any more
        }
    }
}
