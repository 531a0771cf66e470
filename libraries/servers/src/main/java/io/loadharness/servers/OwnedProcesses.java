// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.internal.SecretText;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.SearchPath;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Processes without a port that end with this JVM. Each process runs in a new session, and its output goes to a log file. {@link #stop}
 * also ends the child processes of these processes. If this JVM is killed, a watchdog ends the processes and their child processes.
 * Thread-safe. The caller closes the object.
 *
 * <pre>{@code
 * try (OwnedProcesses processes = OwnedProcesses.create(logs, "my engine", Duration.ofSeconds(10), System.out::println)) {
 *     OwnedProcesses.Started worker = processes.start("worker-0", List.of("python3", "worker.py"), Map.of(), List.of());
 *     worker.process().waitFor();
 * }
 * }</pre>
 */
public final class OwnedProcesses implements AutoCloseable {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String HOST = "localhost";

    /** No process listens on this port, so that it is always free. */
    private static final int NO_PORT = 0;

    private final Consumer<String> messages;
    private final Watchdog watchdog;
    private final Thread hook = new Thread(this::exit, "owned-processes-exit");
    private LaunchedServers state;
    private volatile Runnable beforeStop = () -> {};
    private boolean stopped;

    /**
     * A started process.
     *
     * @param process the process
     * @param log the file with its output
     * @param mask masks secrets of the environment, of the command and of the caller
     */
    public record Started(Process process, Path log, LogMask mask) {

        /** Returns the last non-blank lines of the log, without control characters. Secrets are masked. */
        public List<String> lastLines(int count) {
            return new LogFile(log, mask::line).tail(count);
        }
    }

    private OwnedProcesses(LaunchedServers state, Consumer<String> messages) throws IOException {
        this.state = state;
        this.messages = messages;
        state.write();
        watchdog = Watchdog.start(state);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Creates a folder for logs and starts a watchdog. Before that, this method stops processes of an earlier JVM that used the same log
     * folder and did not stop its processes.
     *
     * @param logFolder the folder in which a folder for the logs is created
     * @param source a label of the processes for the state file
     * @param stopGrace the time between the signals TERM and KILL
     * @param messages receives warnings
     * @throws IOException if the folder cannot be written
     */
    public static OwnedProcesses create(Path logFolder, String source, Duration stopGrace, Consumer<String> messages)
            throws IOException {
        for (LaunchedServers each : LaunchedServers.in(logFolder, damaged -> messages.accept(damaged.getMessage()))) {
            if (each.isOrphaned()) {
                each.stop().warnings().forEach(messages);
            }
        }
        String id = TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        return new OwnedProcesses(
                new LaunchedServers(
                        LaunchedServers.createFolder(logFolder.resolve(id)),
                        Machine.here().toString(),
                        id,
                        source,
                        Optional.of(ProcessId.current().toString()),
                        stopGrace,
                        "",
                        List.of()),
                messages);
    }

    /** Returns the folder of the logs. */
    public synchronized Path folder() {
        return state.folder();
    }

    /**
     * Starts a process. Its standard input is empty.
     *
     * @param name the name of the log, without the suffix
     * @param environment environment variables in addition to those of this JVM
     * @param secrets values that must not appear in messages
     * @throws IOException if the program cannot be started; the message names the program
     * @throws IllegalStateException if the processes were stopped
     */
    public synchronized Started start(
            String name, List<String> command, Map<String, String> environment, Collection<String> secrets)
            throws IOException {
        if (stopped) {
            throw new IllegalStateException("the processes were stopped");
        }
        requireProgram(command.get(0));
        Path log = LaunchedServers.createFile(state.folder().resolve(name + ".log"));
        List<String> words = new ArrayList<>(NewSession.PREFIX);
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        builder.environment().put("SPT_NOENV", "1"); // see Launch
        builder.environment().put(ServerProcesses.MARK, state.id());
        Process process = builder.start();
        ProcessId id = ProcessId.of(process.toHandle()).orElse(new ProcessId(process.pid(), 0));
        state = state.with(new Replica(state.replicas().size(), HOST, NO_PORT, List.of(), log, id.pid(), id.start()));
        state.write();
        return new Started(process, log, mask(builder.environment(), command, secrets));
    }

    /**
     * Checks that a program exists and is executable.
     *
     * @throws IOException if not; the message names the program
     */
    public static void requireProgram(String program) throws IOException {
        if (!SearchPath.ofThisProcess().has(program)) {
            throw new IOException("the program " + program + " was not found or is not executable: install it, or"
                    + " correct the command");
        }
    }

    private static LogMask mask(Map<String, String> environment, List<String> command, Collection<String> secrets) {
        Set<String> all = new HashSet<>(secrets);
        all.addAll(SecretText.secrets(command));
        environment.forEach((variable, value) -> {
            if (SecretText.isSecretName(variable)) {
                all.add(value);
            }
        });
        return LogMask.of(all);
    }

    /**
     * Returns a process as a target of a profiler. The commands of the profiler belong to these processes and end with them.
     *
     * @param name the name in messages
     * @param rank the number of the process, unique among these processes
     * @param output the absolute folder for the files of the profiler
     * @param pid the PID of the process; empty before its start
     * @param environment environment variables for the commands of the profiler
     */
    public synchronized ProfiledServer profiled(
            String name, int rank, Path output, OptionalLong pid, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put(ServerProcesses.MARK, state.id());
        return new ProfiledServer(
                name, Optional.empty(), pid, output, "loadharness-" + state.id() + "-" + rank, all, Optional.empty());
    }

    /**
     * Stops all processes and the processes that they started, even if the thread is interrupted. Later calls do nothing.
     *
     * @return warnings about processes that did not end after TERM; empty if all processes ended after TERM
     * @throws IOException if the state file cannot be deleted
     */
    public synchronized List<String> stop() throws IOException {
        if (stopped) {
            return List.of();
        }
        stopped = true;
        try {
            return state.stop().warnings();
        } finally {
            watchdog.dismiss();
            removeHook();
        }
    }

    /** Sets an action that runs at JVM shutdown before the processes are stopped, for example to wait for the end of a run. */
    public void stopAtExitAfter(Runnable wait) {
        beforeStop = wait;
    }

    private void exit() {
        beforeStop.run();
        close();
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down
        }
    }

    /** Stops all processes, and passes on the warnings as messages. */
    @Override
    public void close() {
        try {
            stop().forEach(messages);
        } catch (IOException e) {
            messages.accept("Processes may still be running: " + e.getMessage());
        }
    }
}
