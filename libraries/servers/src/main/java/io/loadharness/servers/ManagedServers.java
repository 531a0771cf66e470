// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.servers.profiler.SearchPath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Servers that this process started and that are ready. LoadHarness stops the servers when this process ends, even if the process is
 * killed. The caller should stop the servers earlier. Thread-safe.
 *
 * <pre>{@code
 * ServerSpec spec = ServerSpec.builder("vllm").model("meta-llama/Llama-3.1-8B").replicas(2).build();
 * try (ManagedServers servers = ManagedServers.start(spec, "my benchmark", System.out::println)) {
 *   servers.urls().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class ManagedServers implements AutoCloseable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final ServerSpec spec;
    private final Optional<ProfilePlan> profiles;
    private final ServerBackend backend;
    private final LogMask mask;
    private final Consumer<String> messages;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final AtomicReference<ServerFailedException> failure = new AtomicReference<>();
    private final List<ReplicaMonitor> servers = new ArrayList<>();
    private final Thread hook = new Thread(this::exit, "servers-shutdown");
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "servers");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Launch launch;
    private @Nullable LaunchedServers state;
    private @Nullable Watchdog watchdog;
    private @Nullable StopReport report;
    private boolean detached;
    private volatile Runnable beforeStop = () -> {};

    private ManagedServers(ServerSpec spec, Optional<ProfilePlan> profiles, Consumer<String> messages) {
        this.spec = spec;
        this.profiles = profiles;
        this.messages = messages;
        backend = ServerBackends.named(spec.backend());
        mask = LogMask.of(spec);
    }

    /**
     * Stops orphaned servers that use the same log folder. Then starts all servers and waits until they are ready.
     *
     * @param source a label for the state file, usually the path of the spec file
     * @param messages receives progress messages from any thread
     * @throws IllegalArgumentException if the spec lacks a setting that its backend requires
     * @throws ServerFailedException if a server fails or is not ready in time; in this case, all servers are stopped
     * @throws IOException if the servers cannot be started
     */
    public static ManagedServers start(ServerSpec spec, String source, Consumer<String> messages)
            throws IOException, InterruptedException {
        return start(spec, Optional.empty(), source, messages);
    }

    /**
     * Starts all servers like {@link #start(ServerSpec, String, Consumer)}, with a profiler.
     *
     * @param profiles the profiler and the folder for its files; if empty, no profiler is used
     */
    public static ManagedServers start(
            ServerSpec spec, Optional<ProfilePlan> profiles, String source, Consumer<String> messages)
            throws IOException, InterruptedException {
        ManagedServers servers = new ManagedServers(spec, profiles, messages);
        servers.endOrphaned();
        try {
            servers.launch(source);
            servers.awaitReady();
            servers.startHeartbeats();
            return servers;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            servers.close();
            throw e;
        }
    }

    /**
     * Checks that the server program and the profiler program are installed.
     *
     * @throws IllegalArgumentException if the profiler is not installed; the message suggests a remedy
     * @throws IOException if the server program is not installed; the message suggests a remedy
     */
    public static void requirePrograms(ServerSpec spec, Optional<ProfilePlan> profiles) throws IOException {
        new ManagedServers(spec, profiles, messages -> {}).requirePrograms();
    }

    /** Returns the started servers. */
    public synchronized List<Replica> replicas() {
        return launched(state).replicas();
    }

    /** Returns the URLs of the servers, in the order of the replicas. */
    public List<String> urls() {
        return replicas().stream().map(Replica::url).toList();
    }

    /** Returns the servers as profiler targets; empty if they were started without a profiler. */
    public synchronized List<ProfiledServer> profiled() {
        return launched(launch).profiled(replicas());
    }

    /**
     * Returns the command line of a server, including its profiler.
     *
     * @param as the spec to use for the command line, which can be a copy without secrets
     */
    public synchronized List<String> command(Replica replica, ServerSpec as) {
        return launched(launch).command(as, replica.index(), replica.port());
    }

    /** Returns the folder of the logs. */
    public synchronized Path folder() {
        return launched(state).folder();
    }

    private static <T> T launched(@Nullable T part) {
        return Objects.requireNonNull(part, "the servers were not started");
    }

    /**
     * Returns the first failure of a server that was ready; empty if no server failed. This method detects immediately that a process has
     * ended. This method detects within two heartbeats that a server hangs. A stop by the caller is not a failure.
     */
    public Optional<ServerFailedException> failure() {
        servers.stream().filter(each -> !each.isAlive()).findFirst().ifPresent(each -> onFailure(each.exitFailure()));
        return Optional.ofNullable(failure.get());
    }

    /**
     * Detaches the servers from this process. Detached servers continue to run after this process ends. Use {@link LaunchedServers} to find
     * these servers.
     */
    public synchronized void detach() throws IOException {
        LaunchedServers free = launched(state).withoutOwner();
        state = free;
        free.write();
        detached = true;
        release();
    }

    /** Sets an action that runs at JVM shutdown before the servers are stopped, for example to wait for the end of a run. */
    public void stopAtExitAfter(Runnable wait) {
        beforeStop = wait;
    }

    private void exit() {
        beforeStop.run();
        close();
    }

    /**
     * Stops all servers, even if the thread is interrupted, and checks that all processes have ended and all ports are free. Later calls
     * return the same report.
     *
     * @throws IOException if the state file cannot be deleted
     */
    public synchronized StopReport stop() throws IOException {
        stopping.countDown();
        if (report == null) {
            try {
                report = state == null ? StopReport.NOTHING : ended(state);
            } finally {
                release();
            }
        }
        return report;
    }

    private StopReport ended(LaunchedServers launched) throws IOException {
        StopReport ended = launched.stop();
        ended.warnings().forEach(messages);
        if (!servers.isEmpty()) {
            messages.accept("Stopped " + servers.size() + " × " + spec.backend() + "; logs: " + launched.folder());
        }
        return ended;
    }

    /** Stops the servers unless they were detached or stopped. */
    @Override
    public synchronized void close() {
        if (detached || report != null) {
            return;
        }
        try {
            stop();
        } catch (IOException e) {
            messages.accept("Servers may still be running: " + e.getMessage());
        }
    }

    private void endOrphaned() throws IOException {
        for (LaunchedServers each : LaunchedServers.in(spec.logFolder())) {
            if (each.isOrphaned()) {
                StopReport left = each.stop();
                if (left.ended() > 0) {
                    messages.accept("Stopped " + left.processes() + " of servers that an earlier run left behind: "
                            + each.folder());
                }
                left.warnings().forEach(messages);
            }
        }
    }

    private synchronized void launch(String source) throws IOException {
        String id = TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        requirePrograms();
        List<Integer> ports = Ports.choose(spec.host(), spec.port(), spec.replicas());
        Path folder = LaunchedServers.createFolder(spec.logFolder().resolve(id));
        String healthPath = spec.healthPath().orElse(backend.healthPath());
        LaunchedServers known = new LaunchedServers(
                folder,
                Machine.here().toString(),
                id,
                source,
                Optional.of(ProcessId.current().toString()),
                spec.stopGrace(),
                healthPath,
                List.of());
        state = known;
        known.write();
        watchdog = Watchdog.start(known);
        Runtime.getRuntime().addShutdownHook(hook);
        Launch started = new Launch(spec, backend, id, folder, profiles);
        launch = started;
        for (int i = 0; i < ports.size(); i++) {
            Process process = started.process(i, ports.get(i));
            ProcessId processId = ProcessId.of(process.toHandle()).orElse(new ProcessId(process.pid(), 0));
            Replica replica = started.replica(i, ports.get(i), processId);
            known = known.with(replica);
            state = known;
            known.write();
            servers.add(new ReplicaMonitor(
                    replica, process, replica.healthPage(healthPath), spec.heartbeat(), stopping, mask));
        }
    }

    private void requirePrograms() throws IOException {
        requireProgram(backend.command(spec, spec.port()).get(0));
        profiles.ifPresent(plan -> Profiling.requireProgram(plan.profile(), searchPath()));
    }

    private void requireProgram(String program) throws IOException {
        if (!searchPath().has(program)) {
            throw new IOException("the program " + program
                    + " was not found or is not executable: install it, or set another executable");
        }
    }

    private SearchPath searchPath() {
        return new SearchPath(
                spec.environment().getOrDefault("PATH", Objects.requireNonNullElse(System.getenv("PATH"), "")),
                spec.workingFolder().orElse(Path.of("")));
    }

    private void awaitReady() throws IOException, InterruptedException {
        List<Pattern> fatal = Stream.concat(backend.fatalLines().stream(), spec.fatalLines().stream())
                .toList();
        ExecutorCompletionService<Void> ready = new ExecutorCompletionService<>(threads);
        for (ReplicaMonitor each : servers) {
            ready.submit(() -> {
                each.awaitReady(spec.healthTimeout(), fatal, messages);
                return null;
            });
        }
        for (int i = 0; i < servers.size(); i++) {
            try {
                ready.take().get();
            } catch (ExecutionException e) {
                Throwable cause = Objects.requireNonNull(e.getCause());
                throw cause instanceof ServerFailedException failed
                        ? failed
                        : new IOException(cause.getMessage(), cause);
            }
        }
        if (stopping.getCount() == 0) {
            throw new IOException("the servers were stopped during their start");
        }
    }

    private void startHeartbeats() {
        for (ReplicaMonitor each : servers) {
            threads.execute(() -> {
                try {
                    each.awaitFailure().ifPresent(this::onFailure);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private void onFailure(ServerFailedException what) {
        if (stopping.getCount() > 0) {
            failure.compareAndSet(null, what);
        }
    }

    private void release() {
        stopping.countDown();
        threads.shutdown();
        if (watchdog != null) {
            watchdog.dismiss();
            watchdog = null;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down
        }
    }
}
