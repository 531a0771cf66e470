// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.client.LoopProbe;
import io.loadharness.client.ReadThread;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.servers.OwnedProcesses;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A worker process and the connection to it. One thread per process accepts the connection, reads all frames and calls all listeners. The
 * threads that send requests write to the socket themselves as long as the socket takes the bytes; the thread of the process writes the
 * rest. Thread-safe.
 */
final class EngineLink {

    private static final long TICK_MS = 100;
    private static final long EXIT_WAIT_MS = 3000;
    private static final int TAIL = 5;

    /** The bytes of the number of requests and of the flags. */
    private static final int SUBMIT_HEAD = 8;

    private static final Duration REPORT_LIMIT = Duration.ofSeconds(10);
    private static final String LIMIT_OPTION = "; startLimit (--ready-timeout) sets the limit";

    private enum Phase {
        CONNECTING,
        GREETING,
        WAITING,
        LOADING,
        WARMING_UP,
        READY
    }

    /** Bytes that the socket has not taken yet, and the requests in them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Pending(ByteBuffer[] parts, List<Flight> flights) {

        boolean isWritten() {
            return !parts[parts.length - 1].hasRemaining();
        }
    }

    private final int rank;
    private final EngineSettings settings;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Path socket;
    private final OwnedProcesses.Started started;
    private final List<EngineLink> before;
    private final LoopProbe probe;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final Thread thread;
    private final Flights flights = new Flights();
    private final Map<Long, CompletableFuture<String>> questions = new ConcurrentHashMap<>();

    private final Object writing = new Object();
    private final FrameWriter writer = new FrameWriter();
    private final SubmitCodec codec = new SubmitCodec();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();

    /** The requests in the frames of the writer. */
    private final List<Flight> unsent = new ArrayList<>();

    /** The frame of requests in the writer to which further requests with the same flags can be added. */
    private int openFrame = FrameWriter.NONE;

    private int openFlags;
    private int openCount;
    private long lastQuestion;

    /** The queries of which further requests follow. */
    private int openQueries;

    /** True if the worker waits for further requests of a query. */
    private boolean isWaiting;

    private volatile boolean hasPending;
    private volatile boolean exited;
    private volatile boolean closing;
    private volatile boolean finished;
    private volatile @Nullable Failure failure;
    private volatile String startTimes = "";
    private String loadTime = "";
    private volatile Map<String, @Nullable Object> hello = Map.of();
    private volatile Map<String, @Nullable Object> loaded = Map.of();
    private volatile Map<String, @Nullable Object> statistics = Map.of();

    private final Object reporting = new Object();
    private EngineReport report = EngineReport.NONE;
    private volatile boolean isReportOld = true;

    /** The time at which the worker last sent a part of a response. */
    private volatile long lastPart = System.nanoTime();

    // used only by the thread of the process
    private final FrameReader reader = new FrameReader();
    private final ResponseFrames responses = new ResponseFrames(flights, () -> closing, this::cancelInWorker);
    private @Nullable SocketChannel channel;
    private Phase phase = Phase.CONNECTING;
    private long limitStart = System.nanoTime();
    private long phaseStart = limitStart;
    private long lastSign = limitStart;
    private long readNanos;
    private long lastLimitCheck = limitStart;

    /** True while this thread calls the listeners of the frames that it has read. */
    private boolean isReading;

    private EngineLink(
            int rank,
            EngineSettings settings,
            Selector selector,
            ServerSocketChannel server,
            Path socket,
            OwnedProcesses.Started started,
            List<EngineLink> before) {
        this.rank = rank;
        this.settings = settings;
        this.selector = selector;
        this.server = server;
        this.socket = socket;
        this.started = started;
        this.before = List.copyOf(before);
        this.probe = new LoopProbe(task -> {
            if (finished) {
                throw new RejectedExecutionException("the process has ended");
            }
            tasks.add(task);
            selector.wakeup();
        });
        this.thread = new Thread(this::run, settings.name() + "-" + rank);
        thread.setDaemon(true);
    }

    /**
     * Starts a process that connects to a socket in a folder.
     *
     * @param before the processes that must be ready before this process loads its model
     */
    static EngineLink start(
            int rank,
            EngineSettings settings,
            List<String> command,
            Map<String, String> variables,
            OwnedProcesses processes,
            Path folder,
            List<EngineLink> before)
            throws IOException {
        Path socket = folder.resolve(rank + ".socket");
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        EngineLink link;
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            Map<String, String> environment = new LinkedHashMap<>(variables);
            environment.put(WorkerProtocol.SOCKET, socket.toString());
            environment.put(WorkerProtocol.RANK, String.valueOf(rank));
            environment.put(WorkerProtocol.PROCESSES, String.valueOf(settings.processes()));
            link = new EngineLink(
                    rank,
                    settings,
                    selector,
                    server,
                    socket,
                    processes.start("worker-" + rank, command, environment, settings.secrets()),
                    before);
        } catch (IOException | RuntimeException e) {
            server.close();
            selector.close();
            Files.deleteIfExists(socket);
            throw e;
        }
        link.run(link.started.process());
        return link;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // cannot fail
    private void run(Process process) {
        thread.start();
        process.onExit().thenRun(() -> {
            exited = true;
            selector.wakeup();
        });
    }

    /** Waits until the engine can process requests, or until another process cannot start. */
    void awaitReady(CompletableFuture<?> failedStart) throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(ready, failedStart).get();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new IOException(cause.getMessage(), cause);
        }
    }

    /** Completes a future exceptionally if this process cannot start. */
    @SuppressWarnings("FutureReturnValueIgnored") // cannot fail
    void reportFailedStart(CompletableFuture<?> failedStart) {
        ready.whenComplete((started, problem) -> {
            if (problem != null && !closing) {
                failedStart.completeExceptionally(problem);
            }
        });
    }

    Health health() {
        Failure lost = failure;
        if (lost != null) {
            return Health.notReady(lost.message());
        }
        if (!ready.isDone()) {
            return Health.notReady(this + " is loading the model");
        }
        long cancelled = flights.all().stream().filter(Flight::isEnded).count();
        String detail = cancelled == 0 && loaded.containsKey("detail") ? report().detail() : "";
        String devices = settings.devicesOf(rank);
        return cancelled == 0
                ? Health.ready((detail.isEmpty() ? description() + startTimes : detail)
                        + (devices.isEmpty() ? "" : ", devices " + devices))
                : Health.notReady(
                        this + " still processes " + cancelled + " cancelled request" + (cancelled == 1 ? "" : "s"));
    }

    private String description() {
        String model = FrameJson.text(loaded, "model");
        String version = FrameJson.text(loaded.containsKey("version") ? loaded : hello, "version");
        return (FrameJson.text(hello, "engine") + " " + version).strip() + (model.isEmpty() ? "" : ", " + model);
    }

    Map<String, @Nullable Object> statistics() {
        return statistics;
    }

    /** Returns what the worker reports about its engine. Asks the worker, unless nothing was sent since the last answer. */
    EngineReport report() {
        synchronized (reporting) {
            if (isReportOld && Boolean.TRUE.equals(loaded.get("report")) && failure == null) {
                isReportOld = false;
                refreshReport();
            }
            return report;
        }
    }

    /** Tells the worker that a run begins, if its report can be about one run. */
    void beginRun() {
        if (Boolean.TRUE.equals(loaded.get("runs"))) {
            send(WorkerProtocol.BEGIN_RUN, new byte[0]);
            isReportOld = true;
        }
    }

    private void refreshReport() {
        try {
            String text =
                    ask(WorkerProtocol.REPORT, writer::int64, REPORT_LIMIT).join();
            Map<String, @Nullable Object> content = FrameJson.object(text.getBytes(StandardCharsets.UTF_8));
            EngineReport answer = EngineReport.of(content);
            report = content.containsKey("statistics") ? answer : answer.with(statistics);
            statistics = report.statistics();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                report = report.without(this + " did not send its statistics within " + seconds(REPORT_LIMIT));
            } else {
                Failure lost = failure; // the process ended instead of its answer
                report = report.without(lost == null ? String.valueOf(e.getCause()) : lost.message());
            }
        } catch (ProtocolException e) {
            report = report.without(this + " " + e.getMessage());
        }
    }

    int concurrentBatches() {
        return loaded.get("batches") instanceof Number number ? Math.max(1, number.intValue()) : 1;
    }

    OptionalInt concurrentRequests() {
        return loaded.get("requests") instanceof Number number
                ? OptionalInt.of(Math.max(1, number.intValue()))
                : OptionalInt.empty();
    }

    /** Marks the requests until {@link #endQuery} as requests that are followed by others. */
    void beginQuery() {
        synchronized (writing) {
            openQueries++;
        }
    }

    /** Tells a worker that waits for further requests that none follow. */
    void endQuery() {
        synchronized (writing) {
            openQueries--;
            if (openQueries == 0 && isWaiting) {
                isWaiting = false;
                writer.begin(WorkerProtocol.SUBMIT).int32(0).int32(0).end();
                write();
            }
        }
    }

    /** Returns the flags of the next requests. The caller holds the lock. */
    private int flags(boolean together) {
        isWaiting = openQueries > 0 && Boolean.TRUE.equals(loaded.get("collects"));
        return (together ? WorkerProtocol.TOGETHER : 0) | (isWaiting ? WorkerProtocol.MORE : 0);
    }

    int rank() {
        return rank;
    }

    ReadThread readThread() {
        return probe;
    }

    OwnedProcesses.Started started() {
        return started;
    }

    /** Sends requests in one frame. Fails them immediately if the process is lost. */
    void submit(List<InferenceRequest> requests, List<? extends ResponseListener> listeners, boolean together) {
        Failure lost;
        synchronized (writing) {
            lost = failure;
            if (lost == null) {
                encode(requests, listeners, together);
            }
        }
        if (lost != null) {
            for (ResponseListener each : listeners) {
                each.failed(lost, Timeline.endedAt(System.nanoTime()));
            }
        }
    }

    private void encode(List<InferenceRequest> requests, List<? extends ResponseListener> listeners, boolean together) {
        long now = System.nanoTime();
        int flags = flags(together);
        int before = writer.lastFrame();
        int first = unsent.size();
        try {
            writer.begin(WorkerProtocol.SUBMIT).int32(requests.size()).int32(flags);
            for (int i = 0; i < requests.size(); i++) {
                Flight flight = new Flight(rank, requests.get(i), listeners.get(i), now);
                flights.add(flight);
                unsent.add(flight);
                codec.encode(writer, flight.id, requests.get(i));
            }
            writer.end();
        } catch (RuntimeException | Error e) {
            List<Flight> added = unsent.subList(first, unsent.size());
            added.forEach(flights::remove);
            added.clear();
            writer.removeAfter(before);
            throw e;
        }
        if (before != FrameWriter.NONE && before == openFrame && flags == openFlags && writer.isSmall()) {
            openCount += requests.size();
            writer.join(SUBMIT_HEAD);
            writer.replace(0, openCount);
        } else {
            openFrame = together || !writer.isSmall() ? FrameWriter.NONE : writer.lastFrame();
            openFlags = flags;
            openCount = requests.size();
        }
        isReportOld = true;
        write();
    }

    /** Asks the worker to check a request, if it can check requests. */
    void check(InferenceRequest request) {
        if (!Boolean.TRUE.equals(loaded.get("check")) || failure != null) {
            return;
        }
        isReportOld = true; // the first check can warm up the engine
        try {
            String problem = ask(WorkerProtocol.CHECK, id -> codec.encode(writer, id, request), settings.startLimit())
                    .get();
            if (!problem.isEmpty()) {
                throw new IllegalArgumentException(problem);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the check of the requests was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    e.getCause() instanceof TimeoutException
                            ? this + " did not check a request within " + seconds(settings.startLimit()) + LIMIT_OPTION
                            : Objects.requireNonNull(e.getCause()).getMessage(),
                    e);
        }
    }

    /** Sends a question with a new id. The answer is exceptional if the process is lost, or after the limit. */
    private CompletableFuture<String> ask(byte type, LongConsumer body, Duration limit) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        long id;
        synchronized (writing) {
            id = ++lastQuestion;
            questions.put(id, answer);
            int before = writer.lastFrame();
            try {
                writer.begin(type);
                body.accept(id);
                writer.end();
            } catch (RuntimeException e) {
                questions.remove(id);
                writer.removeAfter(before);
                throw e;
            }
            write();
            Failure lost = failure;
            if (lost != null) {
                answer.completeExceptionally(new IOException(lost.message()));
            }
        }
        return answer.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((text, problem) -> questions.remove(id));
    }

    private void send(byte type, byte[] body) {
        synchronized (writing) {
            writer.begin(type).bytes(body).end();
            write();
        }
    }

    /**
     * Writes the frames of the writer, unless a listener of this process sends them: the requests that replace the responses of one read
     * are written together, because each write costs both sides more than a request. The caller holds the lock.
     */
    private void write() {
        if (Thread.currentThread() != thread || !isReading) {
            flush();
        }
    }

    /** Writes the frames of the writer, as far as the socket takes them. The caller holds the lock. */
    private void flush() {
        long now = System.nanoTime();
        unsent.forEach(each -> each.sent = now);
        ByteBuffer[] parts = writer.parts();
        SocketChannel to = channel;
        if (pending.isEmpty() && to != null) {
            writeTo(to, parts);
        }
        ByteBuffer[] rest = writer.copyOfRest(parts);
        writer.clear();
        openFrame = FrameWriter.NONE;
        if (rest != null) {
            pending.add(new Pending(rest, List.copyOf(unsent)));
            hasPending = true;
            selector.wakeup();
        }
        unsent.clear();
    }

    private static void writeTo(SocketChannel to, ByteBuffer[] parts) {
        boolean interrupted = Thread.interrupted(); // an interrupt would close the connection of all requests
        try {
            long written = 1;
            while (written > 0 && parts[parts.length - 1].hasRemaining()) {
                written = to.write(parts);
            }
        } catch (IOException e) {
            // The process has closed the connection. The thread of the process reports this.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void writePending(SelectionKey key) {
        synchronized (writing) {
            while (!pending.isEmpty()) {
                Pending first = pending.element();
                long now = System.nanoTime();
                writeTo((SocketChannel) key.channel(), first.parts());
                if (!first.isWritten()) {
                    break;
                }
                first.flights().forEach(each -> each.written(now)); // also those of frames that were written before
                pending.remove();
            }
            hasPending = !pending.isEmpty();
        }
        key.interestOps(hasPending ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    /** Cancels the requests in flight, and asks the worker to end. Returns as soon as the requests are cancelled. */
    void close() {
        closing = true;
        selector.wakeup();
        if (Thread.currentThread() != thread) {
            awaitUninterruptibly(() -> cancelled.await());
        }
    }

    /** Waits until the worker has ended the connection or its time is over. */
    void awaitEnd() {
        if (Thread.currentThread() != thread) {
            awaitUninterruptibly(thread::join);
        }
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private static void awaitUninterruptibly(Wait wait) {
        boolean interrupted = false;
        while (true) {
            try {
                wait.run();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (selector;
                server) {
            SocketChannel accepted = accept();
            if (accepted != null) {
                try (accepted) {
                    serve(accepted);
                }
            }
        } catch (ProtocolException e) {
            lose(Failure.Kind.MALFORMED_RESPONSE, String.valueOf(e.getMessage()), true);
        } catch (IOException | RuntimeException | Error e) {
            lose(Failure.Kind.CONNECTION_ERROR, "lost its connection: " + e, true);
        } finally {
            cancelAll(new Failure(Failure.Kind.CANCELLED, "the engine was closed"));
            removeSocket();
            finished = true;
            runTasks();
        }
    }

    private void removeSocket() {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            // The folder is gone.
        }
    }

    /** Returns the connection; null if the process ended first or the engine was closed. */
    private @Nullable SocketChannel accept() throws IOException {
        while (!closing) {
            boolean gone = exited;
            SocketChannel accepted = server.accept();
            if (accepted != null) {
                server.close();
                removeSocket();
                accepted.configureBlocking(false);
                synchronized (writing) {
                    channel = accepted;
                }
                enter(Phase.GREETING);
                return accepted;
            }
            if (gone) {
                lost();
                return null;
            }
            if (isOver()) {
                return null;
            }
            selector.select(TICK_MS);
            selector.selectedKeys().clear();
            runTasks();
        }
        return null;
    }

    private void serve(SocketChannel from) throws IOException {
        SelectionKey key = from.register(selector, SelectionKey.OP_READ);
        long end = Long.MAX_VALUE;
        while (failure == null || closing) {
            if (closing && end == Long.MAX_VALUE) {
                end = System.nanoTime()
                        + (phase == Phase.READY ? settings.stopGrace().toNanos() : 0);
                cancelAll(new Failure(Failure.Kind.CANCELLED, "the engine was closed"));
                send(WorkerProtocol.BYE, new byte[0]);
            }
            boolean gone = exited;
            int read = read(from);
            readNanos = System.nanoTime();
            if (read > 0) {
                lastSign = readNanos;
                handleFrames();
            } else if (read < 0 || gone) {
                lost();
                return;
            }
            if (closing ? readNanos - end > 0 : isTimeToCheck() && isOver()) {
                return;
            }
            if (!reader.hasMore()) {
                selector.select(TICK_MS);
                selector.selectedKeys().clear();
            }
            if (hasPending) {
                writePending(key);
            }
            runTasks();
        }
    }

    private void handleFrames() {
        isReading = true;
        try {
            reader.parse(this::frame);
        } finally {
            isReading = false;
        }
        synchronized (writing) {
            if (!writer.isEmpty()) {
                flush();
            }
        }
    }

    private int read(SocketChannel from) {
        try {
            return reader.read(from);
        } catch (IOException e) {
            return -1; // reset: the process ended before it read all requests
        }
    }

    private void runTasks() {
        for (Runnable each = tasks.poll(); each != null; each = tasks.poll()) {
            each.run();
        }
    }

    /** Returns true once per tick, also while bytes arrive all the time. */
    private boolean isTimeToCheck() {
        if (readNanos - lastLimitCheck < TimeUnit.MILLISECONDS.toNanos(TICK_MS)) {
            return false;
        }
        lastLimitCheck = readNanos;
        return true;
    }

    /** Reports exceeded limits. Returns true if the process is lost. */
    private boolean isOver() {
        long now = System.nanoTime();
        boolean isStarting = phase != Phase.READY && phase != Phase.WAITING;
        if (isStarting && now - limitStart > settings.startLimit().toNanos()) {
            String missing =
                    switch (phase) {
                        case CONNECTING -> "did not connect to its socket";
                        case GREETING -> "sent no HELLO frame";
                        case LOADING -> "did not load its model";
                        default -> "did not warm up";
                    };
            lose(
                    Failure.Kind.TIMEOUT,
                    missing + " within " + seconds(settings.startLimit())
                            + (before.isEmpty() ? " after its start" : " after its start or its turn to load")
                            + LIMIT_OPTION,
                    true);
            return true;
        }
        if (phase == Phase.READY && now - lastSign > settings.heartbeatLimit().toNanos()) {
            lose(
                    Failure.Kind.TIMEOUT,
                    "sent nothing, not even a heartbeat, for " + seconds(settings.heartbeatLimit()),
                    true);
            return true;
        }
        settings.requestLimit().ifPresent(limit -> failLate(now, limit));
        return false;
    }

    private void failLate(long now, Duration limit) {
        for (Flight each : flights.all()) {
            if (!each.isEnded() && now - each.dequeued > limit.toNanos()) {
                cancelInWorker(each); // before the listener, which may send the next request
                ResponseFrames.fail(
                        each, new Failure(Failure.Kind.TIMEOUT, "no complete response within " + seconds(limit)), now);
            }
        }
    }

    private void cancelInWorker(Flight... cancelled) {
        synchronized (writing) {
            writer.begin(WorkerProtocol.CANCEL);
            for (Flight each : cancelled) {
                writer.int64(each.id);
            }
            writer.end();
            write();
        }
    }

    /** Fails the requests in flight and asks the worker to end them. Returns when all listeners know it. */
    void cancelRequests() {
        if (Thread.currentThread() == thread) {
            cancelFlights();
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        Runnable task = () -> {
            cancelFlights();
            done.countDown();
        };
        tasks.add(task);
        selector.wakeup();
        if (finished && tasks.remove(task)) {
            return; // the end of the thread has failed all requests
        }
        awaitUninterruptibly(() -> done.await());
    }

    /** Fails one request and asks the worker to end it. Returns immediately. */
    void cancelRequest(ResponseListener listener) {
        tasks.add(() -> cancelFlights(
                each -> each.isFor(listener), new Failure(Failure.Kind.CANCELLED, "the request was cancelled")));
        selector.wakeup();
    }

    private void cancelFlights() {
        cancelFlights(each -> true, new Failure(Failure.Kind.CANCELLED, "the run ended before the response"));
    }

    private void cancelFlights(Predicate<Flight> selected, Failure cancelled) {
        Flight[] inFlight;
        synchronized (writing) { // no request is half written
            inFlight = flights.all().stream()
                    .filter(each -> !each.isEnded() && selected.test(each))
                    .toArray(Flight[]::new);
            if (inFlight.length == 0) {
                return;
            }
            cancelInWorker(inFlight);
        }
        long now = System.nanoTime();
        for (Flight each : inFlight) {
            ResponseFrames.fail(each, cancelled, now);
        }
    }

    private void enter(Phase next) {
        phase = next;
        phaseStart = System.nanoTime();
        lastSign = phaseStart;
    }

    private void frame(byte type, ByteBuffer bytes, int start, int end) {
        if (type >= WorkerProtocol.TOKENS && type <= WorkerProtocol.FAILED) {
            lastPart = readNanos;
        }
        switch (type) {
            case WorkerProtocol.TOKENS -> responses.tokens(bytes, start, end, readNanos);
            case WorkerProtocol.TEXT -> responses.text(bytes, start, end, readNanos);
            case WorkerProtocol.DONE -> responses.done(bytes, start, end, readNanos);
            case WorkerProtocol.OUTPUT -> responses.output(bytes, start, end, readNanos);
            case WorkerProtocol.FAILED -> responses.failed(bytes, start, end, readNanos);
            case WorkerProtocol.HEARTBEAT -> {}
            case WorkerProtocol.STATISTICS -> statistics = FrameJson.object(FrameReader.bytes(bytes, start, end));
            case WorkerProtocol.CHECKED -> answered(bytes, start, end, "CHECKED");
            case WorkerProtocol.REPORTED -> answered(bytes, start, end, "REPORTED");
            case WorkerProtocol.SYNC -> synced(bytes, start, end);
            case WorkerProtocol.HELLO -> hello(FrameJson.object(FrameReader.bytes(bytes, start, end)));
            case WorkerProtocol.LOADED -> loaded(FrameJson.object(FrameReader.bytes(bytes, start, end)));
            case WorkerProtocol.NOT_LOADED -> notLoaded(FrameJson.object(FrameReader.bytes(bytes, start, end)));
            case WorkerProtocol.WARMED_UP -> warmedUp();
            default -> throw new ProtocolException("sent a frame of the unknown type " + type);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // if a process cannot start, the group stops all of them
    private void hello(Map<String, @Nullable Object> object) {
        requirePhase(Phase.GREETING, "HELLO");
        if (!(object.get("protocol") instanceof Number version) || version.intValue() != WorkerProtocol.VERSION) {
            throw new ProtocolException("speaks version " + object.get("protocol")
                    + " of the worker protocol, but this harness supports version " + WorkerProtocol.VERSION
                    + ": install a worker for this version");
        }
        hello = object;
        enter(Phase.WAITING);
        if (before.isEmpty()) {
            load();
            return;
        }
        CompletableFuture.allOf(before.stream().map(each -> each.ready).toArray(CompletableFuture[]::new))
                .thenRun(() -> {
                    tasks.add(this::loadInTurn);
                    selector.wakeup();
                });
    }

    private void loadInTurn() {
        limitStart = System.nanoTime();
        load();
    }

    private void load() {
        enter(Phase.LOADING);
        Map<String, Object> load = new LinkedHashMap<>();
        load.put("protocol", WorkerProtocol.VERSION);
        load.put("rank", rank);
        load.put("processes", settings.processes());
        load.put("devices", settings.devicesOf(rank));
        load.put("heartbeat_ms", Math.max(1, settings.heartbeatLimit().toMillis() / 4));
        load.put("options", settings.options());
        send(WorkerProtocol.LOAD, FrameJson.bytes(load));
    }

    private void loaded(Map<String, @Nullable Object> object) {
        requirePhase(Phase.LOADING, "LOADED");
        synchronized (reporting) {
            report = EngineReport.of(object);
        }
        loaded = object;
        String time = sinceStart();
        loadTime = ", loaded in " + time + " s";
        settings.messages().accept(this + " loaded " + description() + " in " + time + " s");
        enter(Phase.WARMING_UP);
        send(WorkerProtocol.WARM_UP, new byte[0]);
    }

    private void notLoaded(Map<String, @Nullable Object> object) {
        requirePhase(Phase.LOADING, "NOT_LOADED");
        lose(Failure.Kind.BACKEND_EXCEPTION, "did not load its model: " + FrameJson.text(object, "message"), true);
    }

    private void warmedUp() {
        requirePhase(Phase.WARMING_UP, "WARMED_UP");
        String time = sinceStart();
        startTimes = loadTime + ", warmed up in " + time + " s";
        settings.messages().accept(this + " warmed up in " + time + " s");
        enter(Phase.READY);
        ready.complete(null);
    }

    private String sinceStart() {
        return String.format(Locale.ROOT, "%.1f", (System.nanoTime() - phaseStart) / 1e9);
    }

    private void requirePhase(Phase expected, String frame) {
        if (phase != expected) {
            throw new ProtocolException("sent " + frame + " at the wrong time");
        }
    }

    /** Tells the worker that its earlier frames were handled. Requests that waited for the slots of ended ones were sent before. */
    private void synced(ByteBuffer bytes, int start, int end) {
        ResponseFrames.require(end - start == Long.BYTES, "SYNC");
        send(WorkerProtocol.SYNCED, FrameReader.bytes(bytes, start, end));
    }

    private void answered(ByteBuffer bytes, int start, int end, String frame) {
        ResponseFrames.require(end - start >= 8, frame);
        CompletableFuture<String> answer = questions.get(bytes.getLong(start));
        if (answer != null) {
            answer.complete(FrameReader.text(bytes, start + 8, end));
        }
    }

    /** Reports the end of the process or of its connection. */
    private void lost() {
        if (closing) {
            return;
        }
        boolean ended = false;
        try {
            ended = started.process().waitFor(EXIT_WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String before = phase == Phase.READY ? "" : " before it was ready";
        lose(
                Failure.Kind.CONNECTION_ERROR,
                (ended
                                ? ExitPhrase.phrase(started.process().exitValue())
                                : "closed its connection, but is still running")
                        + before,
                !ended);
    }

    /** Fails all requests in flight and all later requests. */
    private void lose(Failure.Kind kind, String phrase, boolean kill) {
        int inFlight = flights.size();
        if (kill) {
            started.process().destroyForcibly();
        }
        String message = this + " " + phrase
                + (inFlight == 0 ? "" : " with " + inFlight + (inFlight == 1 ? " request" : " requests") + " in flight")
                + endOfLog();
        cancelAll(new Failure(kind, message));
    }

    /** Returns the end of a sentence about this process, with the last lines of its log. */
    private String endOfLog() {
        List<String> tail = started.lastLines(TAIL);
        boolean hasNoPackage = tail.stream().anyMatch(each -> each.endsWith("No module named loadharness_worker"));
        return (hasNoPackage ? "; install the package with `pip install ./integrations/python`" : "")
                + (tail.isEmpty() ? "; its log is empty" : "; the last lines of its log: " + String.join(" | ", tail))
                + " (log: " + started.log() + ")";
    }

    private void cancelAll(Failure why) {
        synchronized (writing) {
            if (failure == null) {
                failure = why;
            }
        }
        long now = System.nanoTime();
        for (Flight each : flights.all()) {
            flights.remove(each);
            boolean truncated = why.kind() == Failure.Kind.CONNECTION_ERROR && each.hasTokens();
            ResponseFrames.fail(each, truncated ? new Failure(Failure.Kind.TRUNCATED_STREAM, why.message()) : why, now);
        }
        questions.values().forEach(each -> each.completeExceptionally(new IOException(why.message())));
        ready.completeExceptionally(new IOException(why.message()));
        cancelled.countDown();
    }

    /** Describes the requests in flight; empty if there are none. */
    Optional<String> inFlightDetail() {
        List<Flight> open =
                flights.all().stream().filter(each -> !each.isEnded()).toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        long waiting =
                open.stream().mapToLong(each -> now - each.dequeued).max().orElseThrow();
        Duration silent = Duration.ofSeconds(TimeUnit.NANOSECONDS.toSeconds(Math.min(waiting, now - lastPart)));
        return Optional.of(this + " has " + open.size() + (open.size() == 1 ? " request" : " requests")
                + " in flight and has sent no part of a response for " + seconds(silent) + endOfLog());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, time.toMillis() % 1000 == 0 ? "%.0f s" : "%.1f s", time.toMillis() / 1e3);
    }

    /** Returns the failure that made the process unusable; empty if there is none. */
    Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public String toString() {
        return "engine process " + rank;
    }
}
