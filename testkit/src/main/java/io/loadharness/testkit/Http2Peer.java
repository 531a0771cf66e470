// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server side of an HTTP/2 connection of a {@link ScriptedServer}. A script sends and receives individual frames with it. Not
 * thread-safe.
 */
final class Http2Peer {

    /**
     * A request on a stream, or the reset of a stream by the client. The requests of a connection have numbers from 1. A reset has the
     * number 0.
     */
    record Event(int stream, int number, String body, boolean isReset, int code) {}

    static final int NO_ERROR = 0;
    static final int INTERNAL_ERROR = 2;
    static final int REFUSED_STREAM = 7;
    static final int CANCEL = 8;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;

    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;

    private static final int MAX_CONCURRENT_STREAMS = 3;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int REST_OF_PREFACE = 6;

    /** The first bytes of a header field: the index of its name in the static table, for a literal value without indexing. */
    private static final byte[] STATUS_NAME = {8};

    private static final byte[] CONTENT_TYPE_NAME = {15, 31 - 15};

    private final ScriptedServer.Connection connection;
    private final DataInputStream in;
    private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
    private @Nullable Event upgraded;
    private int requests;
    private int largestFrame;
    private int pongs;

    private Http2Peer(ScriptedServer.Connection connection) throws IOException {
        this.connection = connection;
        this.in = new DataInputStream(connection.input());
    }

    /** Accepts a client that uses HTTP/2 directly (with prior knowledge) or requests an upgrade from HTTP/1.1. */
    static Http2Peer accept(ScriptedServer.Connection connection) throws IOException {
        return accept(connection, 100, 65_535);
    }

    static Http2Peer accept(ScriptedServer.Connection connection, int maxStreams, int window) throws IOException {
        Http2Peer peer = new Http2Peer(connection);
        ScriptedServer.Request first = connection.readRequest();
        if (first == null) {
            throw new EOFException("the client closed the connection before its first request");
        }
        boolean isDirect = first.head().startsWith("pri * http/2.0");
        if (!isDirect) {
            connection.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
            peer.upgraded = new Event(1, ++peer.requests, first.body(), false, NO_ERROR);
        }
        ByteBuffer settings = ByteBuffer.allocate(12);
        settings.putShort((short) MAX_CONCURRENT_STREAMS).putInt(maxStreams);
        settings.putShort((short) INITIAL_WINDOW_SIZE).putInt(window);
        peer.frame(SETTINGS, 0, 0, settings.array());
        if (!isDirect) {
            connection.readRequest();
        }
        peer.in.readFully(new byte[REST_OF_PREFACE]);
        return peer;
    }

    /** Waits for the next request or reset. Returns null if the client closed the connection. */
    @Nullable
    Event next() throws IOException {
        if (upgraded != null) {
            Event first = upgraded;
            upgraded = null;
            return first;
        }
        try {
            Event event = null;
            while (event == null) {
                event = read();
            }
            return event;
        } catch (EOFException closed) {
            return null;
        }
    }

    /** Waits for the next request and returns its stream. */
    int nextStream() throws IOException {
        Event event = next();
        if (event == null) {
            throw new EOFException("the client closed the connection instead of sending a request");
        }
        return event.stream();
    }

    /** Returns the next request or reset if it has already arrived; otherwise null. */
    @Nullable
    Event poll() throws IOException {
        Event event = null;
        while (event == null && in.available() > 0) {
            event = read();
        }
        return event;
    }

    private @Nullable Event read() throws IOException {
        int lengthAndType = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(lengthAndType >>> 8);
        switch (lengthAndType & 0xff) {
            case HEADERS -> bodies.put(stream, new ByteArrayOutputStream());
            case DATA -> {
                largestFrame = Math.max(largestFrame, payload.length);
                ByteArrayOutputStream body = bodies.get(stream);
                if (body == null) {
                    throw new IOException("data without headers on stream " + stream);
                }
                body.write(payload);
                if (payload.length > 0) {
                    frame(WINDOW_UPDATE, 0, 0, number(payload.length));
                    frame(WINDOW_UPDATE, 0, stream, number(payload.length));
                }
            }
            case RST_STREAM -> {
                return new Event(stream, 0, "", true, ByteBuffer.wrap(payload).getInt());
            }
            case SETTINGS -> acknowledge(SETTINGS, flags, new byte[0]);
            case PING -> {
                pongs += flags & ACK;
                acknowledge(PING, flags, payload);
            }
            default -> {}
        }
        ByteArrayOutputStream whole = (flags & END_STREAM) == 0 ? null : bodies.remove(stream);
        return whole == null
                ? null
                : new Event(stream, ++requests, whole.toString(StandardCharsets.UTF_8), false, NO_ERROR);
    }

    private void acknowledge(int type, int flags, byte[] payload) throws IOException {
        if ((flags & ACK) == 0) {
            frame(type, ACK, 0, payload);
        }
    }

    /** Returns the size in bytes of the largest DATA frame received so far. */
    int largestFrame() {
        return largestFrame;
    }

    void head(int stream, int status) throws IOException {
        connection.write(headFrame(stream, status));
    }

    void body(int stream, String text, boolean isEnd) throws IOException {
        connection.write(bodyFrame(stream, text, isEnd));
    }

    /** Sends a whole response. */
    void answer(int stream, String text) throws IOException {
        head(stream, 200);
        body(stream, text, true);
    }

    /** Sends the head and the start of a body in one write, so that no time passes between the two frames. */
    void startAnswer(int stream, String text) throws IOException {
        byte[] head = headFrame(stream, 200);
        byte[] body = bodyFrame(stream, text, false);
        connection.write(ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .array());
    }

    private static byte[] headFrame(int stream, int status) {
        ByteBuffer fields = ByteBuffer.allocate(5 + 7);
        fields.put(STATUS_NAME).put((byte) 3).put(ascii(Integer.toString(status)));
        fields.put(CONTENT_TYPE_NAME).put((byte) 4).put(ascii("text"));
        return frameOf(HEADERS, END_HEADERS, stream, fields.array());
    }

    private static byte[] bodyFrame(int stream, String text, boolean isEnd) {
        return frameOf(DATA, isEnd ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.UTF_8));
    }

    void reset(int stream, int code) throws IOException {
        frame(RST_STREAM, 0, stream, number(code));
    }

    /** Sends GOAWAY: the server handles no streams after {@code lastStream}. */
    void goAway(int lastStream, int code) throws IOException {
        frame(
                GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8).putInt(lastStream).putInt(code).array());
    }

    /** Waits until the client has read all sent data or has closed the connection. Ignores requests in the meantime. */
    void awaitRead() {
        int before = pongs;
        try {
            frame(PING, 0, 0, new byte[8]);
            while (pongs == before) {
                read();
            }
        } catch (IOException closed) {
            // the client has closed the connection
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        connection.write(frameOf(type, flags, stream, payload));
    }

    private static byte[] frameOf(int type, int flags, int stream, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload);
        return frame.array();
    }
}
