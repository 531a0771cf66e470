// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.ByteString;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.internal.EndpointNames;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts workers, waits until all workers have connected, and provides the workers as backends. If one worker is lost, the coordinator
 * stops all workers. The coordinator never retries a request, and never moves a request to another worker. Thread-safe.
 *
 * <pre>{@code
 * try (Coordinator coordinator = Coordinator.start(workers, Path.of("run/workers"), System.out::println)) {
 *     List<RemoteWorker> backends = coordinator.open(List.of(endpoint));
 * }
 * }</pre>
 */
public final class Coordinator implements AutoCloseable {

    /** The version of the protocol. */
    static final int PROTOCOL_VERSION = 3;

    private static final Duration STOP_GRACE = Duration.ofSeconds(5);
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);

    /** The maximum silence of a worker. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(5);

    /**
     * The maximum silence of a worker until all workers have connected and their clocks are measured. Machines that have just started a
     * worker may be busy for some seconds.
     */
    private static final Duration MAX_START_SILENCE = Duration.ofSeconds(15);

    private static final long EXPLAIN_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The time between two equal messages about workers that wait in the queue of a scheduler, perhaps for hours. */
    private static final long QUEUED_REPORT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long STATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int REFUSAL_MILLIS = 250;
    private static final int ACCEPT_MILLIS = 500;
    private static final int ACCEPT_PAUSE_MILLIS = 200;
    private static final int MAX_ADDRESSES = 8;

    private final Workers workers;
    private final Consumer<String> messages;
    private final Optional<RunCertificate> certificate;
    private final Secrets secrets;
    private final ServerSocket server;
    private final Map<Integer, WorkerLink> links = new ConcurrentHashMap<>();
    private final Map<Integer, ClockOffset> before = new ConcurrentHashMap<>();
    private final Map<Integer, ClockOffset> after = new ConcurrentHashMap<>();
    private final AtomicInteger endpoints = new AtomicInteger(1);
    private final AtomicBoolean reportedStranger = new AtomicBoolean();
    private final Handshakes handshakes = new Handshakes();
    private final LivenessWatch watch =
            new LivenessWatch("loadharness-coordinator-heartbeat", MAX_START_SILENCE, links::values, System.nanoTime());
    private final CompletableFuture<String> explanation = new CompletableFuture<>();
    private volatile @Nullable String startFailure;
    private volatile @Nullable Loss loss;
    private volatile @Nullable RunningSlices slices;
    private volatile boolean closing;
    private @Nullable LaunchedWorkers launched;
    private @Nullable Thread exitHook;

    private Coordinator(Workers workers, Consumer<String> messages) throws IOException, InterruptedException {
        this.workers = workers;
        this.messages = messages;
        boolean local = workers.launcher().isLocal();
        certificate = local || workers.trustsNetwork() ? Optional.empty() : Optional.of(RunCertificate.create());
        Optional<String> fingerprint = certificate.map(RunCertificate::fingerprint);
        secrets = workers.secretFile().isPresent()
                ? Secrets.read(workers.secretFile().get(), fingerprint)
                : Secrets.create(fingerprint);
        server = new ServerSocket();
        try {
            server.setSoTimeout(ACCEPT_MILLIS);
            server.bind(
                    local
                            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), workers.port())
                            : new InetSocketAddress(workers.port()),
                    Math.min(workers.count(), 1024) + Handshakes.MAX);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "workers cannot connect, because port " + workers.port() + " cannot be used: " + e.getMessage()
                            + "; use another port, or 0 for any free one",
                    e);
        }
    }

    /**
     * Starts the workers, and waits until all workers have connected and authenticated with the token of the run.
     *
     * @param logs the folder for the output of the workers; this method creates the folder
     * @param messages receives messages for the user
     * @throws IllegalArgumentException if an option of the launcher is missing, unknown or out of range
     * @throws IOException if a worker does not start in time; the message names the worker and the reason
     */
    public static Coordinator start(Workers workers, Path logs, Consumer<String> messages)
            throws IOException, InterruptedException {
        Files.createDirectories(logs);
        Coordinator coordinator = new Coordinator(workers, messages);
        try {
            coordinator.launch(logs);
            coordinator.awaitAll();
            coordinator.measureFirst();
            coordinator.watch.limit(MAX_SILENCE);
            messages.accept("Workers: " + workers + ", all connected: " + coordinator.hosts());
            return coordinator;
        } catch (IOException | InterruptedException | RuntimeException e) {
            coordinator.close();
            throw e;
        }
    }

    private String hosts() {
        Map<String, Long> byHost = links.values().stream()
                .collect(Collectors.groupingBy(each -> each.identity().host(), TreeMap::new, Collectors.counting()));
        return byHost.entrySet().stream()
                .map(each -> each.getValue() == 1 ? each.getKey() : each.getValue() + " × " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, "loadharness-coordinator-" + name);
        thread.setDaemon(true);
        return thread;
    }

    private void launch(Path logs) throws IOException, InterruptedException {
        watch.start();
        thread(this::accept, "accept").start();
        launched =
                workers.launcher().start(workers.request(addresses(), secrets.line(), logs.toAbsolutePath(), messages));
    }

    /** Returns true if the workers run on this machine. */
    boolean isLocal() {
        return workers.launcher().isLocal();
    }

    private String addresses() throws IOException {
        List<String> hosts = isLocal()
                ? List.of(server.getInetAddress().getHostAddress())
                : workers.address().map(List::of).orElse(ownAddresses());
        return hosts.stream()
                .map(each -> (each.contains(":") ? "[" + each + "]" : each) + ":" + server.getLocalPort())
                .collect(Collectors.joining(","));
    }

    private static List<String> ownAddresses() throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (each.isUp() && !each.isLoopback()) {
                all.addAll(Collections.list(each.getInetAddresses()));
            }
        }
        List<String> usable = all.stream()
                .filter(each -> !each.isLinkLocalAddress() && !each.isLoopbackAddress())
                .sorted(Comparator.comparing(each -> !(each instanceof Inet4Address)))
                .map(InetAddress::getHostAddress)
                .map(each -> each.replaceAll("%.*", ""))
                .limit(MAX_ADDRESSES)
                .toList();
        return usable.isEmpty() ? List.of(InetAddress.getLoopbackAddress().getHostAddress()) : usable;
    }

    private void awaitAll() throws IOException, InterruptedException {
        long started = System.nanoTime();
        long reported = started;
        long checked = started;
        String lastReport = "";
        LaunchedWorkers processes = Objects.requireNonNull(launched);
        while (links.size() < workers.count()) {
            String failure = startFailure;
            if (failure != null) {
                throw new IOException(failure);
            }
            Loss early = loss;
            if (early != null) {
                throw new IOException(explainedLoss().orElse(early.sentence()));
            }
            long now = System.nanoTime();
            if (now - checked > STATE_NANOS) {
                checked = now;
                requireNoneEnded(processes);
                boolean areQueued = processes.areQueued();
                if (areQueued) {
                    started = now;
                }
                if (now - reported > REPORT_NANOS) {
                    String report = missing(processes);
                    if (!areQueued || !report.equals(lastReport) || now - reported > QUEUED_REPORT_NANOS) {
                        reported = now;
                        lastReport = report;
                        messages.accept("Waiting: " + report);
                    }
                }
            }
            if (now - started > workers.startTimeout().toNanos()) {
                throw new IOException(missing(processes) + " after "
                        + workers.startTimeout().toSeconds()
                        + " s" + unreachable(processes)
                        + "; check the log of the worker, or set a longer --start-timeout");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void requireNoneEnded(LaunchedWorkers processes) throws IOException, InterruptedException {
        List<WorkerState> states = processes.states();
        for (WorkerState each : states) {
            if (each.phase() == WorkerState.Phase.ENDED && !links.containsKey(each.rank())) {
                TimeUnit.MILLISECONDS.sleep(REFUSAL_MILLIS); // the message that refuses a worker may still arrive
                String failure = startFailure;
                if (failure != null) {
                    throw new IOException(failure);
                }
                WorkerState cause = cause(each, states);
                String lines = processes.lastLines(cause.rank()).strip();
                throw new IOException(number(cause.rank()) + " ended before it connected: "
                        + (cause.sentence().isEmpty() ? "the launcher gives no reason" : cause.sentence())
                        + (lines.isEmpty() ? "" : "; its last lines: " + lines));
            }
        }
    }

    /**
     * Returns the end of the worker because of which the given worker ended; the given end if no such worker is known. For a worker that was
     * connected, its own loss is reported.
     */
    private WorkerState cause(WorkerState end, List<WorkerState> states) {
        return states.stream()
                .filter(each -> end.isConsequence()
                        && each.phase() == WorkerState.Phase.ENDED
                        && !each.isConsequence()
                        && !links.containsKey(each.rank()))
                .findFirst()
                .orElse(end);
    }

    private void measureFirst() throws IOException, InterruptedException {
        ClockMeasurements measured = ClockMeasurements.of(sorted());
        if (!measured.failures().isEmpty()) {
            IOException first = measured.failures().get(0);
            throw new IOException(explainedLoss().orElse(String.valueOf(first.getMessage())), first);
        }
        before.putAll(measured.offsets());
    }

    /** Returns a message about the workers that have not connected. */
    private String missing(LaunchedWorkers processes) {
        List<WorkerState> absent = processes.states().stream()
                .filter(each -> !links.containsKey(each.rank()))
                .toList();
        String first = absent.stream()
                .filter(each -> !each.sentence().isEmpty())
                .findFirst()
                .map(each -> " (" + number(each.rank()) + ": " + each.sentence() + ")")
                .orElse("");
        int count = workers.count() - links.size();
        return count + " of " + workers.count() + (workers.count() == 1 ? " worker has" : " workers have")
                + " not connected" + first;
    }

    /** Returns a clause with the address that the running workers tried; empty if none runs, or all run on this machine. */
    private String unreachable(LaunchedWorkers processes) throws IOException {
        boolean hasTried = processes.states().stream()
                .anyMatch(each -> each.phase() == WorkerState.Phase.RUNNING && !links.containsKey(each.rank()));
        return isLocal() || !hasTried
                ? ""
                : "; the workers tried " + addresses().replace(",", ", ")
                        + ": set --coordinator-host to an address that they reach, or open --coordinator-port in the"
                        + " firewall";
    }

    /** Returns the protocol of the connections to the workers, in words. */
    public String protocol() {
        return "TCP"
                + (certificate.isPresent()
                        ? " with TLS 1.3"
                        : workers.trustsNetwork() ? " without TLS" : " on one machine");
    }

    private String number(int rank) {
        return "worker-" + rank;
    }

    // Connections

    /**
     * Accepts connections. While the maximum number of handshakes is in progress, further connections wait in the queue of the operating
     * system.
     */
    private void accept() {
        boolean reported = false;
        try {
            while (!closing) {
                handshakes.awaitPlace();
                try {
                    Socket raw = server.accept();
                    handshakes.add(raw);
                    try {
                        thread(() -> greet(raw), "handshake").start();
                    } catch (OutOfMemoryError e) { // the thread cannot be created
                        handshakes.end(raw);
                        raw.close();
                        throw new IOException(e.getMessage(), e);
                    }
                } catch (SocketTimeoutException e) {
                    // closes old handshakes before the next accept
                } catch (IOException e) {
                    if (server.isClosed()) {
                        return;
                    }
                    if (!reported) {
                        reported = true;
                        messages.accept("The coordinator cannot accept connections now (" + e.getMessage()
                                + "); it keeps trying. If this is a limit of open files, raise it with ulimit -n.");
                    }
                    handshakes.closeAll(); // other programs may use up the open files; workers connect again
                    TimeUnit.MILLISECONDS.sleep(ACCEPT_PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // LoadHarness does not interrupt this thread
        }
    }

    private void greet(Socket raw) {
        String peer = String.valueOf(raw.getInetAddress().getHostAddress());
        boolean accepted = false;
        try {
            raw.setTcpNoDelay(true);
            Socket socket = certificate.isPresent() ? certificate.get().accept(raw) : raw;
            accepted = isAccepted(new FramedSocket(raw, socket), peer);
        } catch (IOException
                | RuntimeException
                | LinkageError e) { // a class cannot be loaded while no file can be opened
            refusedStranger(
                    peer,
                    handshakes.contains(raw)
                            ? String.valueOf(e.getMessage())
                            : "it did not prove in time that it knows the token of this run");
        } finally {
            handshakes.end(raw);
            if (!accepted) {
                try {
                    raw.close();
                } catch (IOException e) {
                    // the connection is refused in any case
                }
            }
        }
    }

    private boolean isAccepted(FramedSocket socket, String peer) throws IOException {
        byte[] random = Secrets.random();
        socket.write(ClusterProtocol.ToWorker.newBuilder()
                .setChallenge(ClusterProtocol.Challenge.newBuilder()
                        .setProtocolVersion(PROTOCOL_VERSION)
                        .setRandom(ByteString.copyFrom(random)))
                .build());
        byte[] bytes = socket.read(FramedSocket.MAX_HANDSHAKE_BYTES);
        if (bytes == null) {
            throw new IOException("it closed the connection");
        }
        ClusterProtocol.ToCoordinator message = ClusterProtocol.ToCoordinator.parseFrom(bytes);
        ClusterProtocol.Hello hello = message.getHello();
        if (!message.hasHello()
                || !secrets.isProved(Secrets.WORKER, random, hello.getProof().toByteArray(), binding())) {
            refuse(socket, "it does not know the token of this run");
            refusedStranger(peer, "it does not know the token of this run");
            return false;
        }
        Optional<String> mismatch = mismatch(hello);
        if (mismatch.isPresent()) {
            refuse(socket, mismatch.get());
            startFailure = number(hello.getRank()) + " on " + WorkerIdentity.printable(hello.getHost())
                    + " cannot take part: " + mismatch.get();
            return false;
        }
        WorkerIdentity identity = WorkerIdentity.of(hello);
        WorkerLink link = new WorkerLink(identity, socket, this::lost);
        if (identity.rank() < 0 || identity.rank() >= workers.count() || closing) {
            refuse(socket, "this run has no worker " + Integer.toUnsignedString(identity.rank()));
            return false;
        }
        synchronized (links) {
            if (links.containsKey(identity.rank())) {
                refuse(socket, "worker " + identity.rank() + " is already connected");
                return false;
            }
            socket.write(ClusterProtocol.ToWorker.newBuilder()
                    .setWelcome(ClusterProtocol.Welcome.newBuilder()
                            .setProof(ByteString.copyFrom(secrets.proof(
                                    Secrets.COORDINATOR, hello.getRandom().toByteArray(), binding()))))
                    .build());
            link.start();
            links.put(identity.rank(), link);
        }
        return true;
    }

    private String binding() {
        return certificate.map(RunCertificate::fingerprint).orElse("");
    }

    private static Optional<String> mismatch(ClusterProtocol.Hello hello) {
        String version = WorkerProgram.version();
        if (hello.getProtocolVersion() != PROTOCOL_VERSION) {
            return Optional.of("it uses version " + Integer.toUnsignedString(hello.getProtocolVersion())
                    + " of the protocol, and the coordinator version " + PROTOCOL_VERSION
                    + "; use the same LoadHarness on all machines");
        }
        return hello.getLoadharnessVersion().equals(version)
                ? Optional.empty()
                : Optional.of("it is LoadHarness " + WorkerIdentity.printable(hello.getLoadharnessVersion())
                        + ", and the coordinator is LoadHarness " + version
                        + "; use the same LoadHarness on all machines");
    }

    private static void refuse(FramedSocket socket, String reason) throws IOException {
        socket.write(ClusterProtocol.ToWorker.newBuilder()
                .setRefusal(ClusterProtocol.Refusal.newBuilder().setReason(reason))
                .build());
    }

    private void refusedStranger(String peer, String reason) {
        if (!closing && reportedStranger.compareAndSet(false, true)) {
            messages.accept("A connection from " + peer + " was refused: " + WorkerIdentity.printable(reason)
                    + ". The run continues; further refusals are not reported.");
        }
    }

    // Loss

    /** The loss of the first worker that was lost. */
    private record Loss(int rank, String sentence) {}

    private void lost(WorkerLink link, String why) {
        synchronized (explanation) {
            if (closing || loss != null) {
                return;
            }
            WorkerIdentity identity = link.identity();
            String sentence = number(identity.rank()) + " (process " + identity.processId() + " on " + identity.host()
                    + ") was lost: " + why;
            loss = new Loss(identity.rank(), sentence);
            thread(() -> explain(link, sentence), "loss").start();
        }
    }

    /**
     * Stops the other workers, and waits until the launcher reports the reason why the worker ended. Slices are asked to stop and to send
     * their results so far.
     */
    private void explain(WorkerLink link, String sentence) {
        RunningSlices running = slices;
        if (running != null) {
            running.stop("it was stopped, because " + link.name() + " was lost");
        } else {
            connected().forEach(each -> each.stop("the run was stopped, because " + link.name() + " was lost"));
        }
        LaunchedWorkers processes = launched;
        int rank = link.identity().rank();
        String why = "";
        long deadline = System.nanoTime() + EXPLAIN_NANOS;
        try {
            while (processes != null && why.isEmpty() && System.nanoTime() - deadline < 0) {
                List<WorkerState> states = processes.states();
                why = states.stream()
                        .filter(each -> each.rank() == rank && each.phase() == WorkerState.Phase.ENDED)
                        .map(each -> cause(each, states))
                        .map(each -> (each.rank() == rank ? "" : number(each.rank()) + ": ") + each.sentence())
                        .findFirst()
                        .orElse("");
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException | RuntimeException e) {
            // the run is invalid in any case; its reason has fewer details
        } finally {
            explanation.complete(sentence + (why.isEmpty() ? "" : "; " + why));
        }
    }

    /** Returns the links to all workers that know that they are connected. */
    private List<WorkerLink> connected() {
        synchronized (links) {
            return List.copyOf(links.values());
        }
    }

    /** Returns a message about the worker that was lost first; empty if no worker was lost. Does not block. */
    public Optional<String> lost() {
        return Optional.ofNullable(loss).map(each -> explanation.getNow(each.sentence()));
    }

    /** Returns the number of the worker that was lost first; empty if no worker was lost. */
    public OptionalInt lostRank() {
        Loss first = loss;
        return first == null ? OptionalInt.empty() : OptionalInt.of(first.rank());
    }

    /** Returns the message of {@link #lost} with the reason that the launcher reports. Waits several seconds for the reason. */
    public Optional<String> explainedLoss() {
        return Optional.ofNullable(loss).map(each -> explanation
                .completeOnTimeout(each.sentence(), 2 * EXPLAIN_NANOS, TimeUnit.NANOSECONDS)
                .join());
    }

    // Backends

    /** A server that a worker prepares, with the name of the HTTP client that the worker will report. */
    private record Opening(WorkerLink link, int number, String url, WorkerLink.Opening transport) {}

    /**
     * Prepares servers in all workers. Returns one backend for each pair of a server and a worker. The backends are sorted by server: all
     * workers of the first server come first.
     *
     * @throws IOException if a worker refuses a server, or was lost
     */
    public List<RemoteWorker> open(List<WorkerEndpoint> servers) throws IOException, InterruptedException {
        List<WorkerLink> sorted = sorted();
        List<Opening> openings = new ArrayList<>(); // all workers prepare their HTTP clients at the same time
        for (WorkerEndpoint server : servers) {
            for (int worker = 0; worker < sorted.size(); worker++) {
                WorkerLink link = sorted.get(worker);
                int number = endpoints.getAndIncrement();
                openings.add(new Opening(
                        link, number, server.url(), link.open(number, server.encode(number, worker, sorted.size()))));
            }
        }
        List<RemoteWorker> all = new ArrayList<>();
        try {
            for (Opening each : openings) {
                all.add(new RemoteWorker(
                        each.link,
                        each.number,
                        EndpointNames.of(each.url, each.link.name()),
                        each.transport.await(OPEN_LIMIT),
                        all.size() < sorted.size()));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            all.forEach(RemoteWorker::close);
            throw e;
        }
        return all;
    }

    /**
     * Sends a slice to each worker. Called once. Returns before all slices are sent.
     *
     * @param folder the folder for the results of the slices, one subfolder {@code slice-RANK} for each
     */
    public RunningSlices run(SliceRequest request, Path folder) {
        return run(request, folder, System::nanoTime);
    }

    /** Sends a slice to each worker. The clock, in nanoseconds, measures how long a slice that was asked to stop makes no progress. */
    RunningSlices run(SliceRequest request, Path folder, LongSupplier clock) {
        RunningSlices running = new RunningSlices(this, sorted(), folder, messages, clock);
        slices = running;
        running.send(request);
        return running;
    }

    private List<WorkerLink> sorted() {
        return links.values().stream()
                .sorted(Comparator.comparing(each -> each.identity().rank()))
                .toList();
    }

    /** Returns the connected workers, by rank. */
    public List<WorkerDescription> workers() {
        return sorted().stream()
                .map(each -> {
                    WorkerIdentity identity = each.identity();
                    return new WorkerDescription(
                            identity.rank(),
                            identity.host(),
                            identity.processId(),
                            identity.javaVersion(),
                            Objects.requireNonNull(before.get(identity.rank())),
                            Optional.ofNullable(after.get(identity.rank())));
                })
                .toList();
    }

    /** Measures the clock offsets of all workers again. Called while no requests are in flight. Has no effect after a worker was lost. */
    public void measureClocks() throws InterruptedException {
        if (loss == null) {
            // The watch decides if a worker without an offset is lost.
            after.putAll(ClockMeasurements.of(sorted()).offsets());
        }
    }

    // The end

    /** Stops the workers when the JVM exits, after the given function has returned. */
    public synchronized void stopAtExitAfter(Runnable wait) {
        exitHook = new Thread(
                () -> {
                    wait.run();
                    stop(true);
                },
                "loadharness-workers-exit");
        Runtime.getRuntime().addShutdownHook(exitHook);
    }

    /** Disconnects the workers, and waits until they have ended. */
    @Override
    public void close() {
        stop(false);
    }

    private synchronized void stop(boolean exiting) {
        closing = true;
        watch.close();
        try {
            server.close();
        } catch (IOException e) {
            // the socket accepts no connections in any case
        }
        links.values().forEach(WorkerLink::close);
        LaunchedWorkers processes = launched;
        launched = null;
        if (processes != null) {
            processes.stop(STOP_GRACE);
            Optional.ofNullable(slices).ifPresent(RunningSlices::deleteWorkerFolders);
        }
        Thread hook = exitHook;
        if (hook != null && !exiting) {
            exitHook = null;
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the JVM is shutting down; the hook has no effect now
            }
        }
    }

    /** Returns the name of the launcher and the number of workers. */
    @Override
    public String toString() {
        return workers.toString();
    }
}
