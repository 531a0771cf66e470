// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that sends and receives raw bytes, without HTTP. */
final class RawClient implements AutoCloseable {

    private static final int SILENCE_MILLIS = 300;

    private final Socket socket;
    private final InputStream in;

    RawClient(SimulatedServer server) throws IOException {
        socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Opens a connection, sends a request and returns all bytes until the server closes the connection. */
    static RawResponse ask(SimulatedServer server, String path, String json, String... headers) throws IOException {
        try (RawClient client = new RawClient(server)) {
            String[] all = Arrays.copyOf(headers, headers.length + 1);
            all[headers.length] = "connection: close";
            client.post(path, json, all);
            return client.readToEnd();
        }
    }

    void post(String path, String json, String... headers) throws IOException {
        StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\nhost: test\r\ncontent-length: "
                + json.getBytes(StandardCharsets.UTF_8).length + "\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        send(request.append("\r\n").append(json).toString());
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    RawResponse readToEnd() throws IOException {
        return new RawResponse(in.readAllBytes());
    }

    /** Reads up to the end of a text. */
    RawResponse readUpTo(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] end = text.getBytes(StandardCharsets.UTF_8);
        byte[] last = new byte[end.length];
        while (!Arrays.equals(last, end)) {
            byte b = next(bytes);
            System.arraycopy(last, 1, last, 0, last.length - 1);
            last[last.length - 1] = b;
        }
        return new RawResponse(bytes.toByteArray());
    }

    /** Reads a number of bytes. */
    RawResponse read(int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (bytes.size() < count) {
            next(bytes);
        }
        return new RawResponse(bytes.toByteArray());
    }

    private byte next(ByteArrayOutputStream bytes) throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new IOException("The connection ended after: " + bytes.toString(StandardCharsets.UTF_8));
        }
        bytes.write(b);
        return (byte) b;
    }

    /** Returns true if no more bytes arrive and the connection stays open. */
    boolean isSilent() throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        try {
            in.read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
