// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Failure;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a worker to the coordinator after the handshake. One thread reads messages and sends the requests to the servers. The
 * threads of the HTTP clients write the responses to the coordinator. They block while the coordinator does not read. A slice runs on a
 * separate thread.
 */
final class WorkerSession implements LivenessWatch.Peer, AutoCloseable {

    /** The number of request bytes after which the worker sends a confirmation. */
    private static final int CONFIRM_BYTES = 32 << 10;

    private final FramedSocket socket;
    private final Map<Integer, OpenAiBackend> backends = new ConcurrentHashMap<>();
    private final WorkerMonitor monitor = new WorkerMonitor();
    private long receivedBytes;
    private long confirmedBytes;
    private @Nullable SliceTask slice;
    private volatile @Nullable String lost;

    WorkerSession(FramedSocket socket) {
        this.socket = socket;
    }

    /**
     * Processes messages until the coordinator closes the connection.
     *
     * @throws IOException if the connection breaks, or the coordinator is lost
     */
    void work() throws IOException {
        try {
            read();
        } catch (IOException e) {
            String why = lost;
            throw why == null ? e : new IOException("the coordinator is lost: " + why, e);
        }
    }

    private void read() throws IOException {
        for (byte[] bytes = socket.read(FramedSocket.MAX_BYTES);
                bytes != null;
                bytes = socket.read(FramedSocket.MAX_BYTES)) {
            long now = System.nanoTime();
            take(now, bytes.length, ClusterProtocol.ToWorker.parseFrom(bytes));
        }
    }

    private void take(long now, int length, ClusterProtocol.ToWorker message) throws IOException {
        switch (message.getMessageCase()) {
            case REQUEST -> {
                receivedBytes += Integer.BYTES + length;
                send(now, message.getRequest());
                confirm();
            }
            case PING -> pong(message.getPing().getId());
            case OPEN -> open(message.getOpen());
            case MONITOR -> monitor.start(message.getMonitor(), backends.values());
            case FINISH ->
                socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setReport(monitor.finish(backends.values()))
                        .build());
            case CLOSE -> {
                OpenAiBackend closed = backends.remove(message.getClose().getEndpoint());
                if (closed != null) {
                    closed.close();
                }
            }
            case RUN_SLICE -> {
                if (slice != null) {
                    throw new IOException("the coordinator sent two slices");
                }
                slice = new SliceTask(message.getRunSlice(), this::reply);
                slice.begin();
            }
            case SLICE_INPUT -> {
                receivedBytes += Integer.BYTES + length;
                slice().input(message.getSliceInput());
                confirm();
            }
            case START_SLICE -> slice().start(message.getStartSlice());
            case STOP_SLICE -> slice().stop(message.getStopSlice().getReason());
            default -> throw new IOException("the coordinator sent a message with an unexpected type");
        }
    }

    private SliceTask slice() throws IOException {
        if (slice == null) {
            throw new IOException("the coordinator sent a message about a slice that it did not send");
        }
        return slice;
    }

    private void send(long now, ClusterProtocol.Request message) {
        monitor.started(now);
        WorkerListener listener = new WorkerListener(this, monitor, message.getId(), now);
        OpenAiBackend backend = backends.get(message.getEndpoint());
        if (backend == null) {
            listener.failed(
                    new Failure(Failure.Kind.CANCELLED, "the connections to the server were already closed"),
                    Timeline.endedAt(now));
            return;
        }
        try {
            InferenceRequest request = RequestCodec.decode(message);
            backend.send(request, listener);
        } catch (RuntimeException e) {
            listener.failedToSend(e);
        }
    }

    private void confirm() throws IOException {
        if (receivedBytes - confirmedBytes >= CONFIRM_BYTES) {
            confirmedBytes = receivedBytes;
            socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                    .setReceived(ClusterProtocol.Received.newBuilder().setBytes(receivedBytes))
                    .build());
        }
    }

    private void pong(long id) throws IOException {
        Instant now = Instant.now();
        confirmedBytes = receivedBytes;
        socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                .setPong(ClusterProtocol.Pong.newBuilder()
                        .setId(id)
                        .setWallClock(now.getEpochSecond() * 1_000_000_000L + now.getNano())
                        .setReceivedBytes(receivedBytes))
                .build());
    }

    private void open(ClusterProtocol.OpenEndpoint message) throws IOException {
        ClusterProtocol.ToCoordinator.Builder reply = ClusterProtocol.ToCoordinator.newBuilder();
        try {
            OpenAiBackend backend = WorkerEndpoint.open(message);
            backends.put(message.getEndpoint(), backend);
            reply.getOpenedBuilder().setEndpoint(message.getEndpoint()).setTransport(backend.transportName());
        } catch (IOException | RuntimeException e) {
            reply.getRefusedBuilder().setEndpoint(message.getEndpoint()).setReason(String.valueOf(e.getMessage()));
        }
        socket.write(reply.build());
    }

    /** Sends a message about a request or a slice. If this fails, the connection is closed, and {@link #work} ends. */
    void reply(ClusterProtocol.ToCoordinator message) {
        try {
            socket.write(message);
        } catch (IOException e) {
            socket.close();
        }
    }

    @Override
    public long silence() {
        return socket.silence();
    }

    @Override
    public void resetSilence() {
        socket.resetSilence();
    }

    /** Has no effect: only the coordinator sends heartbeats. */
    @Override
    public void heartbeat() {}

    @Override
    public void lose(String why) {
        lost = why;
        socket.close();
    }

    @Override
    public void close() {
        socket.close();
        backends.values().forEach(OpenAiBackend::close);
        if (slice != null) {
            slice.end();
        }
    }
}
