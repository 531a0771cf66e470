// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A worker process without an engine. It writes token frames as fast as it can. For each batch of requests, it writes a number of steps,
 * with one write for each step and one token for each request of the batch. It can also write the same bytes to a socket without the
 * protocol, or respond to each request immediately through {@link EngineWorker}'s part of the protocol.
 */
public final class NullWorker {

    private NullWorker() {}

    /**
     * Runs the worker.
     *
     * @param arguments {@code stream STEPS}, {@code isolated}, or {@code write BATCH STEPS BATCHES}
     */
    public static void main(String[] arguments) throws IOException {
        String socket = System.getenv(WorkerProtocol.SOCKET);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            if (arguments[0].equals("write")) {
                writeFrames(channel, arguments);
            } else if (arguments[0].equals("isolated")) {
                new HarnessLink(channel, new NullProvider()).serve();
            } else {
                stream(channel, Integer.parseInt(arguments[1]));
            }
        }
        System.exit(0);
    }

    /** Returns the command of a worker. */
    public static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NullWorker.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns a backend that responds to each request immediately. */
    public static InferenceBackend backend() {
        return new NullProvider().create(Map.of());
    }

    private static void writeFrames(SocketChannel to, String... arguments) throws IOException {
        ByteBuffer frame = stepFrame(new long[Integer.parseInt(arguments[1])]);
        for (long i = Long.parseLong(arguments[2]) * Long.parseLong(arguments[3]); i > 0; i--) {
            write(to, frame);
        }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        bytes.rewind();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static ByteBuffer stepFrame(long[] ids) {
        FrameWriter writer = new FrameWriter();
        writer.begin(WorkerProtocol.TOKENS).int32(ids.length).int32(0);
        for (long id : ids) {
            writer.int64(id).int32(1).int32(17);
        }
        writer.end();
        ByteBuffer written = writer.parts()[0];
        return ByteBuffer.allocateDirect(written.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(written)
                .flip();
    }

    private static void stream(SocketChannel channel, int steps) throws IOException {
        FrameReader reader = new FrameReader();
        send(
                channel,
                WorkerProtocol.HELLO,
                FrameJson.bytes(Map.of("protocol", WorkerProtocol.VERSION, "engine", "null")));
        FrameReader.Handler handler = (type, bytes, start, end) -> {
            try {
                switch (type) {
                    case WorkerProtocol.LOAD ->
                        send(channel, WorkerProtocol.LOADED, FrameJson.bytes(Map.of("model", "")));
                    case WorkerProtocol.WARM_UP -> send(channel, WorkerProtocol.WARMED_UP, new byte[0]);
                    case WorkerProtocol.SUBMIT -> answer(channel, bytes, start, steps);
                    default -> channel.close();
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
        while (channel.isOpen() && reader.read(channel) >= 0) {
            reader.parse(handler);
        }
    }

    private static void send(SocketChannel channel, byte type, byte[] body) throws IOException {
        FrameWriter writer = new FrameWriter();
        writer.begin(type).bytes(body).end();
        write(channel, writer.parts()[0]);
    }

    private static void answer(SocketChannel channel, ByteBuffer bytes, int start, int steps) throws IOException {
        long[] ids = new long[bytes.getInt(start)];
        int at = start + 8;
        for (int i = 0; i < ids.length; i++) {
            ids[i] = bytes.getLong(at);
            at = SubmitCodec.next(bytes, at);
        }
        ByteBuffer frame = stepFrame(ids);
        for (int i = 0; i < steps; i++) {
            write(channel, frame);
        }
        FrameWriter writer = new FrameWriter();
        for (long id : ids) {
            writer.begin(WorkerProtocol.DONE)
                    .int64(id)
                    .int32(-1)
                    .int32(-1)
                    .int32(-1)
                    .int32(-1)
                    .int32(0)
                    .int32(0)
                    .int32(0)
                    .end();
        }
        write(channel, writer.parts()[0]);
    }

    private static final class NullProvider implements EngineProvider {

        @Override
        public String name() {
            return "null";
        }

        @Override
        public InferenceBackend create(Map<String, String> options) {
            return new InferenceBackend() {

                @Override
                public String name() {
                    return "null";
                }

                @Override
                public void send(InferenceRequest request, ResponseListener listener) {
                    listener.end(Response.of(new int[] {1, 2, 3, 4}, Timeline.endedAt(System.nanoTime())));
                }

                @Override
                public void close() {}
            };
        }
    }
}
