// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The baseline for the round trip to a worker: a separate JVM that reads 4 KiB from a socket and replies with 96 bytes. It uses only
 * blocking calls.
 */
final class EchoServer implements AutoCloseable {

    static final int REQUEST_BYTES = 4096;
    static final int RESPONSE_BYTES = 96;

    private final ChildProgram jvm;
    private final int port;

    private EchoServer(ChildProgram jvm) throws IOException {
        this.jvm = jvm;
        this.port = Integer.parseInt(jvm.ask("port"));
    }

    static EchoServer start() throws IOException {
        return new EchoServer(ChildProgram.startJvm(EchoServer.class));
    }

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(server), "echo");
            thread.setDaemon(true);
            thread.start();
            ChildProgram.serve(words -> String.valueOf(server.getLocalPort()));
        }
    }

    private static void serve(ServerSocket server) {
        while (true) {
            try (Socket socket = server.accept()) {
                reply(socket);
            } catch (IOException e) {
                return; // the program ends
            }
        }
    }

    /** Replies until the client disconnects. A client that has not read all replies resets the connection. */
    private static void reply(Socket socket) {
        byte[] request = new byte[REQUEST_BYTES];
        byte[] response = new byte[RESPONSE_BYTES];
        try {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                in.readFully(request);
                out.write(response);
            }
        } catch (IOException e) {
            // the client has disconnected
        }
    }

    /** Sends requests at a constant rate. Returns the sorted times of the round trips in nanoseconds. */
    long[] run(double rate, Duration length) throws IOException, InterruptedException {
        int count = (int) (rate * length.toNanos() / 1e9);
        long[] sent = new long[count];
        long[] trips = new long[count];
        AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            Thread reader = new Thread(() -> read(socket, sent, trips, failure), "echo-reader");
            reader.start();
            byte[] request = new byte[REQUEST_BYTES];
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                long scheduled = start + (long) (i * 1e9 / rate);
                for (long wait = scheduled - System.nanoTime(); wait > 0; wait = scheduled - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                sent[i] = System.nanoTime();
                socket.getOutputStream().write(request);
            }
            reader.join();
        }
        IOException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        Arrays.sort(trips);
        return trips;
    }

    /**
     * Keeps a constant number of requests in flight for a given time. Returns the CPU time of this process per request, in microseconds.
     */
    double closed(int inFlight, Duration length) throws IOException {
        byte[] request = new byte[REQUEST_BYTES];
        byte[] response = new byte[RESPONSE_BYTES];
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            long cpu = ClusterLoad.cpuNanos();
            long end = System.nanoTime() + length.toNanos();
            for (int i = 0; i < inFlight; i++) {
                socket.getOutputStream().write(request);
            }
            long count = 0;
            for (; System.nanoTime() - end < 0; count++) {
                in.readFully(response);
                socket.getOutputStream().write(request);
            }
            return (ClusterLoad.cpuNanos() - cpu) / 1e3 / Math.max(1, count);
        }
    }

    private static void read(Socket socket, long[] sent, long[] trips, AtomicReference<@Nullable IOException> failure) {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] response = new byte[RESPONSE_BYTES];
            for (int i = 0; i < trips.length; i++) {
                in.readFully(response);
                trips[i] = System.nanoTime() - sent[i];
            }
        } catch (IOException e) {
            failure.set(e);
        }
    }

    @Override
    public void close() {
        jvm.close();
    }
}
