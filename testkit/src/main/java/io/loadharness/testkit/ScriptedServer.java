// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A test server that runs a script on each connection. The script determines every byte that the server sends.
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
 *     send(URI.create(server.url()));
 *     assertThat(server.requests()).hasSize(1);
 * }
 * }</pre>
 */
public final class ScriptedServer implements AutoCloseable {

    /** A script of actions on a connection. When the script ends, the server closes the connection. */
    @FunctionalInterface
    public interface Script {

        /** Runs the script on a connection. {@code number} is the number of the connection, starting at 1. */
        void play(Connection connection, int number) throws Exception;
    }

    /** A received request: the request line and headers in lower case, one per line, and the body. */
    public record Request(String head, String body) {}

    private final ServerSocket listening;
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    private ScriptedServer(ServerSocket listening, Script script) {
        this.listening = listening;
        this.script = script;
    }

    /** Starts a server on a free port. */
    public static ScriptedServer start(Script script) throws IOException {
        return start(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()), script);
    }

    /** Starts a server on an existing socket. */
    public static ScriptedServer start(ServerSocket listening, Script script) {
        ScriptedServer server = new ScriptedServer(listening, script);
        startThread(server::accept);
        return server;
    }

    /** Starts a server that sends the same response to every request and keeps connections open. */
    public static ScriptedServer responding(String answer) throws IOException {
        return start((connection, number) -> {
            while (connection.readRequest() != null) {
                connection.write(answer);
            }
        });
    }

    /** Starts a server that closes each connection after one response. */
    public static ScriptedServer respondingOnce(String answer) throws IOException {
        return start((connection, number) -> {
            connection.readRequest();
            connection.write(answer);
        });
    }

    /** Returns the URL of the server. */
    public String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Returns the port of the server. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Returns the number of accepted connections. */
    public int connections() {
        return connections.get();
    }

    /** Returns the requests that the scripts have read so far. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                if (listening.isClosed()) { // close() may have missed this socket
                    socket.close();
                    return;
                }
                int number = connections.incrementAndGet();
                startThread(() -> play(new Connection(socket), number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void play(Connection connection, int number) {
        try (connection) {
            script.play(connection, number);
        } catch (Exception clientWentAway) {
            // the client has closed the connection; tests check the result on the client side
        }
    }

    private static void startThread(Runnable work) {
        Thread thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket each : open) {
            each.close();
        }
    }

    /** The server side of a connection. */
    public final class Connection implements AutoCloseable {

        private final Socket socket;
        private @Nullable InputStream in;

        Connection(Socket socket) {
            this.socket = socket;
        }

        /** Returns the bytes that the client sends. */
        InputStream input() throws IOException {
            if (in == null) {
                in = new BufferedInputStream(socket.getInputStream());
            }
            return in;
        }

        /** Waits for a request and returns it. Returns null if the client closed the connection. */
        public @Nullable Request readRequest() throws IOException {
            InputStream in = input();
            List<String> lines = new ArrayList<>();
            int length = 0;
            for (String line = readLine(in); line == null || !line.isEmpty(); line = readLine(in)) {
                if (line == null) {
                    return null;
                }
                String lower = line.toLowerCase(Locale.ROOT);
                lines.add(lower);
                if (lower.startsWith("content-length:")) {
                    length = Integer.parseInt(lower.substring(15).strip());
                }
            }
            String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            Request request = new Request(String.join("\n", lines), body);
            requests.add(request);
            return request;
        }

        private static @Nullable String readLine(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    return null;
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }

        /** Writes text as UTF-8. */
        public void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.UTF_8));
        }

        /** Writes bytes. */
        public void write(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        /** Waits until the client closes the connection. */
        public void awaitClose() throws IOException {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }

        /** Resets the connection (TCP RST). */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                // already closed
            }
        }
    }
}
