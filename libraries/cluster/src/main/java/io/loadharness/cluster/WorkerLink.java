// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.InvalidProtocolBufferException;
import io.loadharness.ClientVerdict;
import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.client.CallbackProbe;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of the coordinator to one worker after the handshake. The worker confirms the bytes that it has read. If few bytes are
 * unconfirmed, the thread that sends a short request writes it directly to the socket. This write never blocks. Otherwise the request waits
 * in a queue, and a separate thread writes it when the worker has confirmed earlier bytes. Any error ends the connection. Thread-safe.
 */
final class WorkerLink implements LivenessWatch.Peer, AutoCloseable {

    /** The maximum number of unconfirmed bytes after a direct write. This number of bytes fits in the buffers of the socket. */
    private static final int DIRECT_BYTES = 128 << 10;

    /** The maximum number of unconfirmed bytes of requests. A larger request is sent when the worker has nothing more to confirm. */
    private static final int WINDOW_BYTES = 4 << 20;

    private final WorkerIdentity identity;
    private final FramedSocket socket;
    private final BiConsumer<WorkerLink, String> lostHandler;
    private final CallbackProbe reader = new CallbackProbe();
    private final AtomicLong ids = new AtomicLong(1);
    private final AtomicLong pings = new AtomicLong(1);
    private final Map<Long, PendingRequest> pending = new ConcurrentHashMap<>();
    private final Set<Long> cancelled = ConcurrentHashMap.newKeySet();
    private final Map<Integer, CompletableFuture<ClusterProtocol.ToCoordinator>> opening = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<ClockSample>> pongs = new ConcurrentHashMap<>();
    private volatile @Nullable CompletableFuture<ClusterProtocol.ClientReport> report;
    private volatile List<String> warnings = List.of();
    private volatile LinkDelays delays = new LinkDelays(ClientLimits.NONE);
    private final Object window = new Object();
    private final Queue<Object> queue =
            new ArrayDeque<>(); // guarded by window: PendingRequest, or the byte[] of another message
    private boolean isWriting; // guarded by window: the writer thread is writing a message
    private long writtenBytes; // guarded by window
    private volatile long confirmedBytes;
    private volatile @Nullable SliceLink slice;
    private volatile @Nullable Failure lost;

    /** The times of a round trip in nanoseconds: the send and receive times of the coordinator, and the worker's wall clock since 1970. */
    record ClockSample(long sent, long received, long workerWallClock) {}

    WorkerLink(WorkerIdentity identity, FramedSocket socket, BiConsumer<WorkerLink, String> lostHandler) {
        this.identity = identity;
        this.socket = socket;
        this.lostHandler = lostHandler;
    }

    void start() {
        daemon(this::read, "reader");
        daemon(this::writeQueue, "writer");
    }

    private void daemon(Runnable work, String role) {
        Thread thread = new Thread(work, "loadharness-worker-" + identity.rank() + "-" + role);
        thread.setDaemon(true);
        thread.start();
    }

    WorkerIdentity identity() {
        return identity;
    }

    ReadThread reader() {
        return reader;
    }

    // Requests

    void send(RemoteWorker owner, InferenceRequest request, ResponseListener listener) {
        PendingRequest sending = new PendingRequest(ids.getAndIncrement(), owner, request, listener);
        boolean encodes;
        synchronized (window) {
            encodes = mayWriteDirectly(0);
        }
        byte[] frame = encodes ? sending.frame() : null;
        pending.put(sending.id, sending);
        if (lost != null) {
            failIfPending(sending);
            return;
        }
        boolean direct;
        synchronized (window) {
            direct = frame != null && mayWriteDirectly(frame.length);
            if (frame != null && direct) {
                writtenBytes += frame.length;
            } else {
                sending.frame = frame;
                queue.add(sending);
                window.notifyAll();
            }
        }
        if (direct && frame != null) {
            sending.sent();
            try {
                socket.write(frame);
            } catch (IOException e) {
                lose("the connection broke: " + e.getMessage());
            }
        }
    }

    private boolean mayWriteDirectly(int length) {
        return queue.isEmpty() && !isWriting && writtenBytes + length - confirmedBytes < DIRECT_BYTES;
    }

    private void failIfPending(PendingRequest request) {
        if (pending.remove(request.id) != null) {
            request.fail(Objects.requireNonNull(lost));
        }
    }

    private void enqueue(ClusterProtocol.ToWorker message) {
        synchronized (window) {
            if (lost != null) {
                return;
            }
            queue.add(FramedSocket.frame(message));
            window.notifyAll();
        }
    }

    private void writeQueue() {
        try {
            for (Object next = next(); next != null; next = next()) {
                if (next instanceof PendingRequest request) {
                    if (pending.containsKey(request.id)) {
                        write(request);
                    }
                } else {
                    socket.write((byte[]) next);
                }
                synchronized (window) {
                    isWriting = false;
                }
            }
        } catch (IOException e) {
            lose("the connection broke: " + e.getMessage());
        } catch (InterruptedException e) {
            lose("it was disconnected");
        }
    }

    /** Removes and returns the next message of the queue. Waits if the queue is empty. Returns null after the end of the connection. */
    private @Nullable Object next() throws InterruptedException {
        synchronized (window) {
            while (queue.isEmpty() && lost == null) {
                window.wait();
            }
            isWriting = true;
            return queue.poll();
        }
    }

    private void write(PendingRequest request) throws IOException, InterruptedException {
        byte[] frame;
        try {
            frame = request.frame();
        } catch (RuntimeException e) {
            if (pending.remove(request.id) != null) {
                request.fail(Failure.of(e));
            }
            return;
        }
        request.frame = null;
        awaitWindow(frame.length);
        request.sent();
        socket.write(frame);
    }

    /**
     * Waits until the worker has confirmed enough bytes for a frame of the given length, and counts this frame as written. A worker that has
     * read everything leaves the last bytes unconfirmed until the next ping. This ping can be behind the frame in the queue.
     */
    private void awaitWindow(int length) throws InterruptedException {
        synchronized (window) {
            while (lost == null
                    && writtenBytes - confirmedBytes >= WorkerSession.CONFIRM_BYTES
                    && writtenBytes + length - confirmedBytes > WINDOW_BYTES) {
                window.wait();
            }
            writtenBytes += length;
        }
    }

    // Endpoints

    /** A server that the worker prepares. */
    @FunctionalInterface
    interface Opening {

        /**
         * Waits until the worker has prepared the server.
         *
         * @return the name of the HTTP client in the worker
         * @throws IOException if the worker refuses the server; the message is one sentence
         */
        String await(Duration limit) throws IOException, InterruptedException;
    }

    /** Asks the worker to prepare a server. Does not wait for the reply. */
    Opening open(int number, ClusterProtocol.OpenEndpoint endpoint) {
        CompletableFuture<ClusterProtocol.ToCoordinator> answer = new CompletableFuture<>();
        opening.put(number, answer);
        if (lost == null) {
            enqueue(ClusterProtocol.ToWorker.newBuilder().setOpen(endpoint).build());
        } else {
            answer.completeExceptionally(new IOException(lostSentence()));
        }
        return limit -> awaitOpened(number, endpoint.getUrl(), answer, limit);
    }

    private String awaitOpened(
            int number, String url, CompletableFuture<ClusterProtocol.ToCoordinator> answer, Duration limit)
            throws IOException, InterruptedException {
        try {
            ClusterProtocol.ToCoordinator message = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (message.hasRefused()) {
                throw new IOException(name() + " cannot send requests to " + url + ": "
                        + message.getRefused().getReason());
            }
            return message.getOpened().getTransport();
        } catch (ExecutionException e) {
            throw new IOException(lostSentence(), e);
        } catch (TimeoutException e) {
            throw new IOException(name() + " did not prepare its HTTP client within " + limit.toSeconds() + " s", e);
        } finally {
            opening.remove(number);
        }
    }

    /** Completes the pending requests of a backend as cancelled, and closes its connections in the worker. */
    void close(RemoteWorker owner) {
        for (PendingRequest each : List.copyOf(pending.values())) {
            if (each.owner == owner) {
                cancelled.add(each.id);
                if (pending.remove(each.id) == null) {
                    cancelled.remove(each.id);
                } else {
                    each.fail(
                            new Failure(Failure.Kind.CANCELLED, "the run was closed before the response was complete"));
                }
            }
        }
        if (lost == null) {
            enqueue(ClusterProtocol.ToWorker.newBuilder()
                    .setClose(ClusterProtocol.CloseEndpoint.newBuilder().setEndpoint(owner.endpoint()))
                    .build());
        }
    }

    // The clock and the heartbeat

    @Override
    public long silence() {
        return socket.silence();
    }

    @Override
    public void resetSilence() {
        socket.resetSilence();
    }

    @Override
    public void heartbeat() {
        enqueue(ping(pings.getAndIncrement()));
    }

    private static ClusterProtocol.ToWorker ping(long id) {
        return ClusterProtocol.ToWorker.newBuilder()
                .setPing(ClusterProtocol.Ping.newBuilder().setId(id))
                .build();
    }

    /** Measures the clocks with one round trip. Called only while no requests are in flight. */
    ClockSample clock(Duration limit) throws IOException, InterruptedException {
        long id = pings.getAndIncrement();
        CompletableFuture<ClockSample> answer = new CompletableFuture<>();
        pongs.put(id, answer);
        try {
            long sent = System.nanoTime();
            socket.write(ping(id));
            ClockSample sample = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return new ClockSample(sent, sample.received(), sample.workerWallClock());
        } catch (ExecutionException e) {
            throw new IOException(lostSentence(), e);
        } catch (TimeoutException e) {
            throw new IOException(
                    name() + " on " + identity.host() + " connected, but did not respond within " + limit.toSeconds()
                            + " s: it hangs, its machine is busy, or the network to it is interrupted",
                    e);
        } finally {
            pongs.remove(id);
        }
    }

    // The health of the worker as a client

    /** Starts the monitor of the worker. */
    void monitor(ClientLimits limits) {
        delays = new LinkDelays(limits);
        warnings = List.of();
        if (lost == null) {
            enqueue(ClusterProtocol.ToWorker.newBuilder()
                    .setMonitor(ClusterProtocol.MonitorClient.newBuilder()
                            .setSendDelay(LinkDelays.nanos(limits.sendDelay()))
                            .setReadDelay(LinkDelays.nanos(limits.readDelay()))
                            .setThreadShare(limits.threadShare())
                            .setCpuShare(limits.cpuShare())
                            .setGcShare(limits.gcShare()))
                    .build());
        }
    }

    /**
     * Stops the monitor of the worker and returns its findings. After this call, {@link #warnings} returns the warnings of the worker. For
     * a lost worker, this method returns {@link ClientVerdict#CLEAR}; another reason reports the loss.
     */
    ClientVerdict finishMonitor(Duration limit) {
        CompletableFuture<ClusterProtocol.ClientReport> answer = new CompletableFuture<>();
        report = answer;
        if (lost != null) {
            return ClientVerdict.CLEAR;
        }
        enqueue(ClusterProtocol.ToWorker.newBuilder()
                .setFinish(ClusterProtocol.FinishMonitor.getDefaultInstance())
                .build());
        try {
            return verdict(answer.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            return ClientVerdict.CLEAR;
        } catch (TimeoutException e) {
            return new ClientVerdict(
                    List.of(),
                    List.of(new Reason(
                            Reason.Code.OTHER,
                            name() + " on " + identity.host() + " did not report its own delays within "
                                    + limit.toMillis() / 1000.0 + " s: it is unknown if it was the bottleneck")));
        } catch (IllegalArgumentException e) {
            lose("it sent an invalid message: " + e.getMessage());
            return ClientVerdict.CLEAR;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ClientVerdict.CLEAR;
        }
    }

    private ClientVerdict verdict(ClusterProtocol.ClientReport message) {
        String place = name() + " on " + identity.host();
        List<Reason> limited = new ArrayList<>(delays.reasons(place));
        for (ClusterProtocol.ClientReason each : message.getReasonsList()) {
            limited.add(new Reason(
                    Reason.Code.valueOf(each.getCode()),
                    place + ": " + WorkerIdentity.printable(each.getText()),
                    Map.copyOf(each.getValuesMap())));
        }
        warnings = message.getWarningsList().stream()
                .map(each -> place + ": " + WorkerIdentity.printable(each))
                .toList();
        int stray = message.getStrayConnections();
        return new ClientVerdict(
                limited, stray <= 0 ? List.of() : List.of(Reason.unexpectedBytes(place + ": ", stray)));
    }

    /** Returns the warnings of the worker about the responses of the servers in the last run; empty before its end. */
    List<String> warnings() {
        return warnings;
    }

    // The slice

    /**
     * Sends a slice with its files on the calling thread. The worker confirms the bytes of the files. This limits the unconfirmed bytes, so
     * that the files do not delay pings.
     */
    void send(SliceLink newSlice, SliceRequest request, int count) throws InterruptedException {
        slice = newSlice;
        try {
            socket.write(ClusterProtocol.ToWorker.newBuilder() // not through the queue: the files would arrive first
                    .setRunSlice(ClusterProtocol.RunSlice.newBuilder()
                            .setRank(identity.rank())
                            .setCount(count)
                            .addAllArguments(request.arguments())
                            .setInputs(request.inputs().size()))
                    .build());
            for (SliceRequest.Input each : request.inputs()) {
                SliceFiles.send(each.path(), each.size(), each.open(), this::sendPart);
            }
        } catch (IOException e) {
            lose("its slice cannot be sent: " + e.getMessage());
        }
    }

    private void sendPart(ClusterProtocol.SliceContent part) throws IOException, InterruptedException {
        byte[] frame = FramedSocket.frame(
                ClusterProtocol.ToWorker.newBuilder().setSliceInput(part).build());
        awaitWindow(frame.length);
        socket.write(frame);
    }

    void send(ClusterProtocol.StartSlice start) {
        enqueue(ClusterProtocol.ToWorker.newBuilder().setStartSlice(start).build());
    }

    void stopSlice(String reason) {
        if (lost == null) {
            enqueue(ClusterProtocol.ToWorker.newBuilder()
                    .setStopSlice(ClusterProtocol.StopSlice.newBuilder().setReason(reason))
                    .build());
        }
    }

    private void takeOfSlice(ClusterProtocol.ToCoordinator message) {
        SliceLink running = slice;
        if (running == null) {
            throw new IllegalArgumentException("the message has an unexpected type");
        }
        try {
            running.take(message);
        } catch (IOException e) {
            lose("its results cannot be written here: " + e.getMessage());
        }
    }

    // Messages of the worker

    private void read() {
        try {
            for (byte[] bytes = socket.read(FramedSocket.MAX_BYTES);
                    bytes != null;
                    bytes = socket.read(FramedSocket.MAX_BYTES)) {
                long now = System.nanoTime();
                reader.enter();
                try {
                    take(now, ClusterProtocol.ToCoordinator.parseFrom(bytes));
                } finally {
                    reader.leave();
                }
            }
            lose("its connection ended");
        } catch (InvalidProtocolBufferException | RuntimeException e) {
            lose("it sent an invalid message: " + e.getMessage());
        } catch (IOException e) {
            lose("its connection broke: " + e.getMessage());
        } catch (OutOfMemoryError e) {
            lose("its messages need more memory than the coordinator has: give the coordinator a larger heap (-Xmx)");
        } catch (Error e) { // by a listener; without its reader, the worker would never be lost
            lose("its messages cannot be processed: " + e);
        }
    }

    private void take(long now, ClusterProtocol.ToCoordinator message) {
        switch (message.getMessageCase()) {
            case FIRST_TOKEN -> {
                PendingRequest started = find(message.getFirstToken().getId(), false);
                if (started != null) {
                    started.firstToken(now, message.getFirstToken());
                }
            }
            case COMPLETION -> {
                PendingRequest completed = find(message.getCompletion().getId(), true);
                if (completed != null) {
                    // before the end: the run can be judged as soon as its last request has ended
                    completed.addWay(delays, now, message.getCompletion().getTimes());
                    completed.end(now, message.getCompletion());
                    pending.remove(completed.id);
                }
            }
            case FAILURE -> {
                PendingRequest failed = find(message.getFailure().getId(), true);
                if (failed != null) {
                    failed.fail(now, message.getFailure());
                    pending.remove(failed.id);
                }
            }
            case RECEIVED -> confirmed(message.getReceived().getBytes());
            case PONG -> {
                confirmed(message.getPong().getReceivedBytes());
                CompletableFuture<ClockSample> waiting =
                        pongs.get(message.getPong().getId());
                if (waiting != null) {
                    waiting.complete(new ClockSample(
                            Timeline.UNKNOWN, now, message.getPong().getWallClock()));
                }
            }
            case REPORT -> {
                CompletableFuture<ClusterProtocol.ClientReport> waiting = report;
                if (waiting == null || !waiting.complete(message.getReport())) {
                    throw new IllegalArgumentException("no report was asked for");
                }
            }
            case SLICE_FOLDER, SLICE_READY, SLICE_PROGRESS, SLICE_MESSAGE, SLICE_OUTPUT, SLICE_WRITING, SLICE_ENDED ->
                takeOfSlice(message);
            case OPENED -> answer(message.getOpened().getEndpoint(), message);
            case REFUSED -> answer(message.getRefused().getEndpoint(), message);
            default -> throw new IllegalArgumentException("the message has an unexpected type");
        }
    }

    /** Returns the pending request with an id; null if it was cancelled. */
    private @Nullable PendingRequest find(long id, boolean ends) {
        PendingRequest request = pending.get(id);
        if (request == null && !(ends ? cancelled.remove(id) : cancelled.contains(id))) {
            throw new IllegalArgumentException("there is no request " + Long.toUnsignedString(id));
        }
        return request;
    }

    private void answer(int endpoint, ClusterProtocol.ToCoordinator message) {
        CompletableFuture<ClusterProtocol.ToCoordinator> waiting = opening.get(endpoint);
        if (waiting == null || !waiting.complete(message)) {
            throw new IllegalArgumentException("no server " + Integer.toUnsignedString(endpoint) + " is being opened");
        }
    }

    private void confirmed(long bytes) {
        synchronized (window) {
            if (bytes < confirmedBytes || bytes > writtenBytes) {
                throw new IllegalArgumentException("it confirms " + Long.toUnsignedString(bytes)
                        + " bytes of requests, but " + writtenBytes + " were sent");
            }
            confirmedBytes = bytes;
            window.notifyAll();
        }
    }

    // The end

    /** Ends the connection because of an error, and fails all requests in flight. Has no effect if the connection has already ended. */
    @Override
    public void lose(String why) {
        end(why, new Failure(Failure.Kind.CONNECTION_ERROR, name() + " was lost: " + why));
    }

    /** Ends the connection because of another worker, and cancels all requests in flight. */
    void stop(String why) {
        end(why, new Failure(Failure.Kind.CANCELLED, why));
    }

    private void end(String why, Failure failure) {
        synchronized (window) {
            if (lost != null) {
                return;
            }
            lost = failure;
            queue.clear();
            window.notifyAll();
        }
        socket.close();
        lostHandler.accept(this, why);
        SliceLink running = slice;
        if (running != null) {
            running.lost(why);
        }
        opening.values().forEach(each -> each.completeExceptionally(new IOException(lostSentence())));
        pongs.values().forEach(each -> each.completeExceptionally(new IOException(lostSentence())));
        CompletableFuture<ClusterProtocol.ClientReport> reporting = report;
        if (reporting != null) {
            reporting.completeExceptionally(new IOException(lostSentence()));
        }
        List<PendingRequest> left = new ArrayList<>(pending.values());
        left.forEach(this::failIfPending);
    }

    private String lostSentence() {
        return Objects.requireNonNull(lost).message();
    }

    String name() {
        return "worker-" + identity.rank();
    }

    @Override
    public void close() {
        lose("it was disconnected");
    }
}
