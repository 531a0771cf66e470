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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a worker to the coordinator after the handshake. One thread reads messages and sends the requests to the servers. The
 * threads of the HTTP clients write the responses to the coordinator. They block while the coordinator does not read. A slice runs on a
 * separate thread. Another thread opens and closes HTTP clients, because this may take several seconds, and the coordinator loses a worker
 * that does not reply to its pings in this time.
 */
final class WorkerSession implements LivenessWatch.Peer, AutoCloseable {

    /** Creates the backend that a message describes. */
    interface Opener {
        OpenAiBackend open(ClusterProtocol.OpenEndpoint message) throws IOException;
    }

    /** The number of request bytes after which the worker sends a confirmation. */
    static final int CONFIRM_BYTES = 32 << 10;

    private static final long CLOSE_SECONDS = 10;

    private final FramedSocket socket;
    private final Opener opener;
    private final ExecutorService clients = Executors.newSingleThreadExecutor(WorkerSession::daemon);
    private final Map<Integer, OpenAiBackend> backends = new ConcurrentHashMap<>();
    private final WorkerMonitor monitor = new WorkerMonitor();
    private long receivedBytes;
    private long confirmedBytes;
    private @Nullable SliceTask slice;
    private volatile @Nullable String lost;

    WorkerSession(FramedSocket socket) {
        this(socket, WorkerEndpoint::open);
    }

    WorkerSession(FramedSocket socket, Opener opener) {
        this.socket = socket;
        this.opener = opener;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "loadharness-worker-clients");
        thread.setDaemon(true);
        return thread;
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
        for (byte[] bytes = next(); bytes != null; bytes = next()) {
            long now = System.nanoTime();
            take(now, bytes.length, ClusterProtocol.ToWorker.parseFrom(bytes));
        }
    }

    private byte @Nullable [] next() throws IOException {
        return socket.read(FramedSocket.MAX_BYTES, this::sendReceived);
    }

    private void take(long now, int length, ClusterProtocol.ToWorker message) throws IOException {
        switch (message.getMessageCase()) {
            case REQUEST -> {
                receivedBytes += Integer.BYTES + length;
                send(now, message.getRequest());
                confirm();
            }
            case PING -> pong(message.getPing().getId());
            case OPEN -> clients.execute(() -> open(message.getOpen()));
            case MONITOR -> monitor.start(message.getMonitor(), backends.values());
            case FINISH ->
                socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                        .setReport(monitor.finish(backends.values()))
                        .build());
            case CLOSE -> {
                OpenAiBackend closed = backends.remove(message.getClose().getEndpoint());
                if (closed != null) {
                    clients.execute(closed::close);
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
            sendReceived();
        }
    }

    /**
     * Confirms the messages that have arrived completely. While a long message arrives over a slow link, pings wait behind it. Then this
     * method shows the coordinator that the worker reads.
     */
    private void sendReceived() throws IOException {
        confirmedBytes = receivedBytes;
        socket.write(ClusterProtocol.ToCoordinator.newBuilder()
                .setReceived(ClusterProtocol.Received.newBuilder().setBytes(receivedBytes))
                .build());
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

    private void open(ClusterProtocol.OpenEndpoint message) {
        ClusterProtocol.ToCoordinator.Builder reply = ClusterProtocol.ToCoordinator.newBuilder();
        try {
            OpenAiBackend backend = opener.open(message);
            backends.put(message.getEndpoint(), backend);
            reply.getOpenedBuilder().setEndpoint(message.getEndpoint()).setTransport(backend.transportName());
        } catch (IOException | RuntimeException | LinkageError e) { // a class of the HTTP client cannot be loaded
            reply.getRefusedBuilder().setEndpoint(message.getEndpoint()).setReason(String.valueOf(e.getMessage()));
        }
        reply(reply.build());
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
        clients.execute(() -> backends.values().forEach(OpenAiBackend::close));
        clients.shutdown();
        try {
            if (!clients.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                clients.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (slice != null) {
            slice.end();
        }
    }
}
