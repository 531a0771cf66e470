// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.Profiling;
import io.loadharness.servers.profiler.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
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
 * Servers that this process started, all ready, and that end with it, whatever way it ends. Whoever starts them stops them; for any thread.
 */
public final class ManagedServers implements AutoCloseable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final ServerSpec spec;
    private final Optional<ProfilePlan> profiles;
    private final ServerBackend backend;
    private final Consumer<String> words;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final AtomicReference<ServerFailedException> trouble = new AtomicReference<>();
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
    private volatile Runnable lastUse = () -> {};

    private ManagedServers(ServerSpec spec, Optional<ProfilePlan> profiles, Consumer<String> words) {
        this.spec = spec;
        this.profiles = profiles;
        this.words = words;
        backend = ServerBackends.named(spec.backend());
    }

    /**
     * Starts all, and returns when they are ready. Before it, ends what processes that are no more have left under the same log folder.
     *
     * @param source what they are started for, as the path of a file
     * @param words takes a sentence on what goes on, now and then, on any thread
     * @throws IllegalArgumentException if the spec lacks what its backend needs
     * @throws ServerFailedException if one will not be ready; all are stopped then
     * @throws IOException if they cannot be started
     */
    public static ManagedServers start(ServerSpec spec, String source, Consumer<String> words)
            throws IOException, InterruptedException {
        return start(spec, Optional.empty(), source, words);
    }

    /**
     * The same for servers that can be profiled.
     *
     * @param profiles how, and where the profiles go
     */
    public static ManagedServers start(
            ServerSpec spec, Optional<ProfilePlan> profiles, String source, Consumer<String> words)
            throws IOException, InterruptedException {
        ManagedServers servers = new ManagedServers(spec, profiles, words);
        servers.endAbandoned();
        try {
            servers.launch(source);
            servers.awaitReady();
            servers.beat();
            return servers;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            servers.close();
            throw e;
        }
    }

    /**
     * Looks whether the programs are there without which a start ends before anything runs.
     *
     * @throws IllegalArgumentException if a profiler is not there; says what to do
     * @throws IOException if the server's program is not; says what to do
     */
    public static void requirePrograms(ServerSpec spec, Optional<ProfilePlan> profiles) throws IOException {
        new ManagedServers(spec, profiles, words -> {}).requirePrograms();
    }

    /** The servers, as they were started. */
    public synchronized List<Replica> replicas() {
        return launched(state).replicas();
    }

    /** Where they are reached, in their order. */
    public List<String> urls() {
        return replicas().stream().map(Replica::url).toList();
    }

    /** Those that can be profiled: all, or none. */
    public synchronized List<ProfiledServer> profiled() {
        return launched(launch).profiled(replicas());
    }

    /**
     * The command line of one of them, with what its profiler needs.
     *
     * @param as the spec, maybe without words that nobody shall see
     */
    public synchronized List<String> command(Replica replica, ServerSpec as) {
        return launched(launch).command(as, replica.index(), replica.port());
    }

    /** Where their logs are. */
    public synchronized Path folder() {
        return launched(state).folder();
    }

    private static <T> T launched(@Nullable T part) {
        return Objects.requireNonNull(part, "the servers were not launched");
    }

    /** What became wrong with one that was ready: at once if it died, within two heartbeats if it hangs. What comes of a stop is no trouble. */
    public Optional<ServerFailedException> trouble() {
        servers.stream().filter(each -> !each.isAlive()).findFirst().ifPresent(each -> found(each.dead()));
        return Optional.ofNullable(trouble.get());
    }

    /** Lets them go on without this process: {@link LaunchedServers} knows them. */
    public synchronized void detach() throws IOException {
        LaunchedServers free = launched(state).withoutOwner();
        state = free;
        free.write();
        detached = true;
        letGo();
    }

    /** When the JVM exits, waits in such a way before all are stopped: for a use of them that ends by itself then. */
    public void stopAtExitAfter(Runnable wait) {
        lastUse = wait;
    }

    private void exit() {
        lastUse.run();
        close();
    }

    /**
     * Stops all, also if the thread is interrupted, looks whether anything is left, and says so; does so once, later calls are told the
     * same.
     *
     * @throws IOException if the state file cannot be deleted
     */
    public synchronized StopReport stop() throws IOException {
        stopping.countDown();
        if (report == null) {
            try {
                report = state == null ? StopReport.NOTHING : ended(state);
            } finally {
                letGo();
            }
        }
        return report;
    }

    private StopReport ended(LaunchedServers launched) throws IOException {
        StopReport ended = launched.stop();
        ended.remarks().forEach(words);
        if (!servers.isEmpty()) {
            words.accept("Stopped " + servers.size() + " × " + spec.backend() + "; logs: " + launched.folder());
        }
        return ended;
    }

    /** Stops all that were not let go. */
    @Override
    public synchronized void close() {
        if (detached || report != null) {
            return;
        }
        try {
            stop();
        } catch (IOException e) {
            words.accept("Servers may still run: " + e.getMessage());
        }
    }

    private void endAbandoned() throws IOException {
        for (LaunchedServers each : LaunchedServers.in(spec.logFolder())) {
            if (each.isAbandoned()) {
                StopReport left = each.stop();
                if (left.ended() > 0) {
                    words.accept(
                            "Ended " + left.processes() + " of servers that an earlier run left: " + each.folder());
                }
                left.remarks().forEach(words);
            }
        }
    }

    private synchronized void launch(String source) throws IOException {
        String id = TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        requirePrograms();
        List<Integer> ports = Ports.choose(spec.host(), spec.port(), spec.replicas());
        Path folder = Files.createDirectories(spec.logFolder().resolve(id)).toAbsolutePath();
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
            servers.add(
                    new ReplicaMonitor(replica, process, replica.healthPage(healthPath), spec.heartbeat(), stopping));
        }
    }

    private void requirePrograms() throws IOException {
        requireProgram(backend.command(spec, spec.port()).get(0));
        profiles.ifPresent(plan -> Profiling.requireProgram(plan.profile(), searchPath()));
    }

    private void requireProgram(String program) throws IOException {
        if (!searchPath().has(program)) {
            throw new IOException("the program " + program
                    + " is not there, or cannot be run: install it, or name another" + " by executable");
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
                each.awaitReady(spec.healthTimeout(), fatal, words);
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
            throw new IOException("servers were stopped while they started");
        }
    }

    private void beat() {
        for (ReplicaMonitor each : servers) {
            threads.execute(() -> {
                try {
                    each.awaitTrouble().ifPresent(this::found);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private void found(ServerFailedException what) {
        if (stopping.getCount() > 0) {
            trouble.compareAndSet(null, what);
        }
    }

    private void letGo() {
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
