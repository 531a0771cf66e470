// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program that passes TCP connections on, and delays all bytes by the same time in both directions, as a long cable does. The delay
 * queue of Linux, netem, is not part of all kernels.
 */
final class SlowLink {

    private static final int CHUNK_BYTES = 65536;

    /** Bytes that were read at a time. The last chunk of a connection is empty. */
    private record Chunk(long nanos, ByteBuffer bytes) {}

    private final long delayNanos;

    private SlowLink(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    /** Arguments: the port, the host and the port of the target, and the delay in milliseconds. */
    public static void main(String[] arguments) throws IOException {
        SlowLink link = new SlowLink(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[3])));
        try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]))) {
            while (true) {
                Socket from = server.accept();
                Socket to = new Socket(arguments[1], Integer.parseInt(arguments[2]));
                link.pass(from, to);
                link.pass(to, from);
            }
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        to.setTcpNoDelay(true);
        BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
        new Thread(() -> read(from, chunks)).start();
        new Thread(() -> write(chunks, to)).start();
    }

    private static void read(Socket from, BlockingQueue<Chunk> chunks) {
        byte[] buffer = new byte[CHUNK_BYTES];
        int count = 0;
        while (count >= 0) {
            try {
                InputStream in = from.getInputStream();
                count = in.read(buffer);
            } catch (IOException e) {
                count = -1;
            }
            byte[] bytes = Arrays.copyOf(buffer, Math.max(0, count));
            chunks.add(new Chunk(System.nanoTime(), ByteBuffer.wrap(bytes)));
        }
    }

    private void write(BlockingQueue<Chunk> chunks, Socket to) {
        try (to) {
            WritableByteChannel out = Channels.newChannel(to.getOutputStream());
            for (Chunk chunk = chunks.take(); chunk.bytes.hasRemaining(); chunk = chunks.take()) {
                TimeUnit.NANOSECONDS.sleep(chunk.nanos + delayNanos - System.nanoTime());
                out.write(chunk.bytes);
            }
        } catch (IOException | InterruptedException e) {
            // The other side has closed the connection.
        }
    }
}
