// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.internal.SecretText;
import io.loadharness.servers.OwnedProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processes that were built together. The first start launches all of them, so that they load their models at the same time; the last
 * close stops what is left of them. Thread-safe.
 */
final class WorkerGroup {

    private final EngineSettings settings;
    private final List<EngineLink> links = new ArrayList<>();
    private @Nullable OwnedProcesses processes;
    private @Nullable Path sockets;
    private int open;
    private boolean stopped;

    WorkerGroup(EngineSettings settings) {
        this.settings = settings;
        this.open = settings.processes();
    }

    /** Launches the processes if this is the first call, and waits until one of them is ready. Stops all of them if it is not. */
    EngineLink start(int rank) throws IOException, InterruptedException {
        try {
            EngineLink link = launched(rank);
            link.awaitReady();
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
            OwnedProcesses created = OwnedProcesses.create(
                    settings.logFolder(),
                    "engine: " + String.join(" ", SecretText.maskedArguments(settings.command())),
                    settings.stopGrace(),
                    settings.messages());
            processes = created;
            Path folder = Files.createTempDirectory("loadharness-"); // only this user can enter this folder
            sockets = folder;
            for (int i = 0; i < settings.processes(); i++) {
                links.add(EngineLink.start(i, settings, created, folder));
            }
        }
        return links.get(rank);
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
