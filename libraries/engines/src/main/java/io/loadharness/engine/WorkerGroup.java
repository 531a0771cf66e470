// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.internal.SecretText;
import io.loadharness.servers.OwnedProcesses;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The processes that were built together. The first start launches all of them, so that they load their models at the same time; the last
 * close stops what is left of them. Thread-safe.
 */
final class WorkerGroup {

    private final EngineSettings settings;
    private final VllmPorts ports;
    private final List<EngineLink> links = new ArrayList<>();

    /** Completes exceptionally as soon as one of the processes cannot start. */
    private final CompletableFuture<Void> failedStart = new CompletableFuture<>();

    private final Map<Integer, ProcessProfile> profiles = new HashMap<>();

    /** The profilers that started the processes. */
    private final Map<Integer, Profile> wrappers = new HashMap<>();

    private Runnable beforeStop = () -> {};
    private @Nullable OwnedProcesses processes;
    private @Nullable Path sockets;
    private int open;
    private boolean stopped;

    WorkerGroup(EngineSettings settings) {
        this.settings = settings;
        this.ports = new VllmPorts(settings.processes());
        this.open = settings.processes();
    }

    /** Sets or removes the profiler of a process. */
    synchronized void profile(int rank, Optional<ProcessProfile> profile) {
        if (profile.isEmpty()) {
            profiles.remove(rank);
            return;
        }
        String process = "engine process " + rank;
        if (stopped) {
            throw new IllegalStateException(process + " was stopped: build new engine processes");
        }
        Profile wanted = profile.get().plan().profile();
        Profile starter = wrappers.get(rank);
        boolean hasStarted = starter != null && wanted.startsAs(starter);
        if (processes != null && wanted.wrapper().isPresent() && !hasStarted) {
            throw new IllegalStateException(process + " is already running, and this profiler '" + wanted.kind()
                    + "' did not start it: build new engine processes");
        }
        profiles.put(rank, profile.get());
    }

    /** Returns the profiler that started a process; empty if no profiler started it. */
    synchronized Optional<ProfilerKind> wrapper(int rank) {
        return Optional.ofNullable(wrappers.get(rank)).map(Profile::kind);
    }

    /** Returns a running process as a target of its profiler. */
    synchronized ProfiledServer profiled(int rank) {
        ProcessProfile profile = profiles.get(rank);
        if (profile == null || processes == null || stopped) {
            throw new IllegalStateException(
                    "engine process " + rank + (profile == null ? " has no profiler" : " is not running"));
        }
        return profile.target(
                settings,
                processes,
                OptionalLong.of(links.get(rank).started().process().pid()));
    }

    /** Sets an action that runs at JVM shutdown before the processes are stopped. */
    synchronized void stopAtExitAfter(Runnable wait) {
        beforeStop = wait;
        if (processes != null) {
            processes.stopAtExitAfter(wait);
        }
    }

    /**
     * Launches the processes if this is the first call, and waits until one of them is ready. Stops all of them as soon as this process or
     * another one cannot start.
     */
    EngineLink start(int rank) throws IOException, InterruptedException {
        try {
            EngineLink link = launched(rank);
            link.awaitReady(failedStart);
            removeSockets();
            requireNotStopped();
            return link;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    private synchronized void requireNotStopped() throws IOException {
        if (stopped) {
            throw new IOException(
                    "the engine processes were stopped: one of them could not start, or they were closed");
        }
    }

    private synchronized EngineLink launched(int rank) throws IOException {
        requireNotStopped();
        if (processes == null) {
            Gpus.requireAll(settings.devices(), settings.machine());
            SharedDevices.warning(settings)
                    .ifPresent(sentence -> settings.messages().accept("Warning: " + sentence));
            if (!settings.devices().isEmpty()) {
                settings.messages().accept("Devices of the engine processes: " + String.join(";", settings.devices()));
            }
            if (IntStream.range(1, settings.processes()).anyMatch(this::sharesDevices)) {
                settings.messages()
                        .accept("Engine processes that use the same device load their models one after the other");
            }
            OwnedProcesses created = OwnedProcesses.create(
                    settings.logFolder(),
                    "engine: " + String.join(" ", SecretText.maskedArguments(settings.command())),
                    settings.stopGrace(),
                    settings.messages());
            processes = created;
            created.stopAtExitAfter(beforeStop);
            Path folder = Files.createTempDirectory("loadharness-"); // only this user can enter this folder
            sockets = folder;
            for (int i = 0; i < settings.processes(); i++) {
                ProcessProfile profile = profiles.get(i);
                List<String> command = profile == null ? settings.command() : profile.command(settings, created);
                EngineLink link = EngineLink.start(i, settings, command, environment(i), created, folder, before(i));
                links.add(link);
                link.reportFailedStart(failedStart);
                if (profile != null && profile.plan().profile().wrapper().isPresent()) {
                    wrappers.put(i, profile.plan().profile());
                }
            }
        }
        return links.get(rank);
    }

    private boolean sharesDevices(int rank) {
        return IntStream.range(0, rank).anyMatch(each -> SharedDevices.areShared(settings, each, rank));
    }

    /**
     * Returns the processes that must be ready before a process loads its model, because they use the same devices. Engines measure the
     * free memory of a device while they load, so that two of them that load at the same time would plan with the same memory.
     */
    private List<EngineLink> before(int rank) {
        return links.stream()
                .filter(each -> SharedDevices.areShared(settings, each.rank(), rank))
                .toList();
    }

    /** Returns the environment variables of a process. Variables of the user have precedence. */
    private Map<String, String> environment(int rank) {
        Map<String, String> environment = new LinkedHashMap<>();
        String devices = settings.devicesOf(rank);
        if (!devices.isEmpty()) {
            environment.put("CUDA_VISIBLE_DEVICES", devices);
            environment.put("HIP_VISIBLE_DEVICES", devices);
        }
        if (settings.processes() > 1 && System.getenv(VllmPorts.VARIABLE) == null) {
            environment.put(VllmPorts.VARIABLE, String.valueOf(ports.first(rank)));
        }
        environment.putAll(settings.environment());
        return environment;
    }

    /** Stops all processes after the last call. */
    void release() {
        synchronized (this) {
            open--;
            if (open > 0) {
                return;
            }
        }
        stop();
    }

    private synchronized void stop() {
        stopped = true;
        links.forEach(EngineLink::close);
        links.forEach(EngineLink::awaitEnd);
        if (processes != null) {
            processes.close();
        }
        removeSockets();
    }

    /** Removes the folder of the sockets as soon as each process has connected or ended. The links remove the sockets. */
    private synchronized void removeSockets() {
        try {
            if (sockets != null) {
                Files.deleteIfExists(sockets);
            }
        } catch (IOException e) {
            // A socket is still in use.
        }
    }
}
