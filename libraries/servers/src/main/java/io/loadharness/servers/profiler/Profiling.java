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

/** The profilers of the servers of a run, which are started and stopped together. For one thread. */
public final class Profiling {

    private final Profiler profiler;
    private final List<ProfiledServer> servers;
    private final TellServer tell;
    private final Map<ProfiledServer, Recording> recordings = new LinkedHashMap<>();
    private boolean astray;

    /** Starts nothing yet. */
    public Profiling(Profile profile, List<ProfiledServer> servers, TellServer tell) {
        this.servers = List.copyOf(servers);
        this.tell = tell;
        profiler = profile.kind().profiler(profile);
    }

    /** The command line of a server that will be profiled. */
    public static List<String> command(Profile profile, List<String> command, ProfiledServer server) {
        return profile.kind().profiler(profile).command(command, server);
    }

    /** Variables that such a server needs. */
    public static Map<String, String> environment(Profile profile, ProfiledServer server) {
        return profile.kind().profiler(profile).environment(server);
    }

    /**
     * Looks whether a profiler that wraps servers is there.
     *
     * @throws IllegalArgumentException if not; says what to do
     */
    public static void requireProgram(Profile profile, SearchPath path) {
        profile.wrapper().filter(program -> !path.has(program)).ifPresent(program -> {
            throw new IllegalArgumentException("the profiler " + profile.kind() + " needs the program " + program
                    + ", which is not there: install it, or say where it is");
        });
    }

    /** The servers. */
    public List<ProfiledServer> servers() {
        return servers;
    }

    /** Those whose profiler leaves files in their folders when it is stopped or ends. */
    public List<ProfiledServer> leavingFiles() {
        return servers.stream().filter(profiler::leavesFiles).toList();
    }

    /**
     * Starts them at all servers at once.
     *
     * @return what became wrong, a sentence each
     */
    public List<String> start() throws InterruptedException {
        Map<ProfiledServer, FutureTask<Recording>> starts = new LinkedHashMap<>();
        for (ProfiledServer each : servers) {
            starts.put(each, begun(new FutureTask<>(() -> {
                Files.createDirectories(each.output());
                return profiler.start(each, tell);
            })));
        }
        List<String> troubles = new ArrayList<>();
        for (Map.Entry<ProfiledServer, FutureTask<Recording>> each : starts.entrySet()) {
            outcome(each.getValue(), troubles).ifPresent(recording -> recordings.put(each.getKey(), recording));
        }
        return troubles;
    }

    /**
     * Stops those that were started, and returns when their files are there.
     *
     * @return what became wrong, a sentence each
     */
    public List<String> stop() throws InterruptedException {
        List<FutureTask<Boolean>> stops = recordings.values().stream()
                .map(recording -> begun(new FutureTask<>(() -> {
                    recording.stop();
                    return true;
                })))
                .toList();
        recordings.clear();
        List<String> troubles = new ArrayList<>();
        for (FutureTask<Boolean> each : stops) {
            outcome(each, troubles);
        }
        astray |= !troubles.isEmpty();
        return troubles;
    }

    /** Whether a profiler may watch a server now: it was started, or did not stop, or nobody knows. One that wraps the server is not meant. */
    public boolean mayWatch() {
        return astray || !recordings.isEmpty();
    }

    private static <T> FutureTask<T> begun(FutureTask<T> task) {
        Thread thread = new Thread(task, "profiler");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private <T> Optional<T> outcome(FutureTask<T> task, List<String> troubles) throws InterruptedException {
        try {
            return Optional.of(task.get());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof ProfilerException || cause instanceof IOException) {
                troubles.add(String.valueOf(cause.getMessage()));
                astray |= cause instanceof ProfilerException failed && failed.mayWatch();
                return Optional.empty();
            }
            throw new IllegalStateException(cause);
        }
    }
}
