// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import io.loadharness.servers.profiler.Profiler.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * Starts and stops the profilers of all servers and engine processes of a run together. Not thread-safe.
 *
 * <pre>{@code
 * Profiling profiling = new Profiling(Profile.of(ProfilerKind.TORCH), servers, control);
 * List<String> failures = profiling.start();
 * failures.addAll(profiling.stop());
 * }</pre>
 */
public final class Profiling {

    private final Profiler profiler;
    private final List<ProfiledServer> servers;
    private final ServerControl control;
    private final Map<ProfiledServer, Recording> recordings = new LinkedHashMap<>();
    private boolean mayStillWatch;

    /** Creates the profilers without starting them. */
    public Profiling(Profile profile, List<ProfiledServer> servers, ServerControl control) {
        this.servers = List.copyOf(servers);
        this.control = control;
        profiler = profile.kind().profiler(profile);
    }

    /** Returns the command line that starts a server with the profiler. */
    public static List<String> command(Profile profile, List<String> command, ProfiledServer server) {
        return profile.kind().profiler(profile).command(command, server);
    }

    /** Returns the environment variables that a server needs for the profiler. */
    public static Map<String, String> environment(Profile profile, ProfiledServer server) {
        return profile.kind().profiler(profile).environment(server);
    }

    /**
     * Checks that the profiler program is installed, if the profiler wraps servers.
     *
     * @throws IllegalArgumentException if the profiler program is not installed; the message suggests a remedy
     */
    public static void requireProgram(Profile profile, SearchPath path) {
        profile.wrapper().filter(program -> !path.has(program)).ifPresent(program -> {
            throw new IllegalArgumentException("the profiler '" + profile.kind() + "' requires the program " + program
                    + ", which was not found: install it, or set its path");
        });
    }

    /** Returns the reason why a profiler cannot profile engine processes, and a remedy, as a sentence; empty if it can. */
    public static Optional<String> engineProblem(Profile profile) {
        String reason =
                switch (profile.kind()) {
                    case TORCH -> "needs an HTTP server: profile engine processes with 'nsys' or 'command'";
                    case ROCPROF ->
                        "writes its files when a process ends, which is too late for the report of an engine"
                                + " process: put rocprofv3 before the worker's command";
                    case NSYS -> "";
                    case COMMAND ->
                        Stream.of(profile.start(), profile.stop())
                                        .flatMap(Optional::stream)
                                        .anyMatch(each -> each.contains(CommandProfiler.URL))
                                ? "cannot use " + CommandProfiler.URL + ", because engine processes have no URL"
                                : "";
                };
        return reason.isEmpty() ? Optional.empty() : Optional.of("the profiler '" + profile.kind() + "' " + reason);
    }

    /** Returns the servers. */
    public List<ProfiledServer> servers() {
        return servers;
    }

    /** Returns the servers whose profiler writes files to their output folders. */
    public List<ProfiledServer> leavingFiles() {
        return servers.stream().filter(profiler::leavesFiles).toList();
    }

    /**
     * Starts the profilers of all servers concurrently.
     *
     * @return the failures, one sentence each
     */
    public List<String> start() throws InterruptedException {
        Map<ProfiledServer, FutureTask<Recording>> starts = new LinkedHashMap<>();
        for (ProfiledServer each : servers) {
            starts.put(each, started(new FutureTask<>(() -> {
                Files.createDirectories(each.output());
                return profiler.start(each, control);
            })));
        }
        List<String> failures = new ArrayList<>();
        for (Map.Entry<ProfiledServer, FutureTask<Recording>> each : starts.entrySet()) {
            outcome(each.getValue(), failures).ifPresent(recording -> recordings.put(each.getKey(), recording));
        }
        return failures;
    }

    /**
     * Stops the running profilers and waits until their files are written.
     *
     * @return the failures, one sentence each
     */
    public List<String> stop() throws InterruptedException {
        List<FutureTask<Boolean>> stops = recordings.values().stream()
                .map(recording -> started(new FutureTask<>(() -> {
                    recording.stop();
                    return true;
                })))
                .toList();
        recordings.clear();
        List<String> failures = new ArrayList<>();
        for (FutureTask<Boolean> each : stops) {
            outcome(each, failures);
        }
        mayStillWatch |= !failures.isEmpty();
        return failures;
    }

    /**
     * Returns true if a profiler may be active, because it was started, it failed to stop, or its state is unknown. Profilers that
     * {@link #start} did not start do not count.
     */
    public boolean mayWatch() {
        return mayStillWatch || !recordings.isEmpty();
    }

    private static <T> FutureTask<T> started(FutureTask<T> task) {
        Thread thread = new Thread(task, "profiler");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private <T> Optional<T> outcome(FutureTask<T> task, List<String> failures) throws InterruptedException {
        try {
            return Optional.of(task.get());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof ProfilerException || cause instanceof IOException) {
                failures.add(String.valueOf(cause.getMessage()));
                mayStillWatch |= cause instanceof ProfilerException failed && failed.mayWatch();
                return Optional.empty();
            }
            throw new IllegalStateException(cause);
        }
    }
}
