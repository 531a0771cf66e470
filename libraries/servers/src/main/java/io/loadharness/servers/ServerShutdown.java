// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stops the processes of all replicas. Sends TERM to all processes at the same time and, after a grace period, KILL to the processes that
 * are still running. Then checks that no process is left and that all ports are free. An interrupt does not cancel the shutdown; the
 * interrupt flag is set at the end. Not thread-safe.
 */
final class ServerShutdown {

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PORT_TIMEOUT = Duration.ofSeconds(2);
    private static final long POLL_INTERVAL_MS = 20;

    private final ServerProcesses processes;
    private final List<Replica> replicas;
    private final Duration grace;
    private final Map<Long, String> terminated = new LinkedHashMap<>();
    private final Map<Long, String> killed = new LinkedHashMap<>();
    private boolean interrupted;

    ServerShutdown(ServerProcesses processes, List<Replica> replicas, Duration grace) {
        this.processes = processes;
        this.replicas = replicas;
        this.grace = grace;
    }

    StopReport run() {
        try {
            return report();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private StopReport report() {
        long termination = System.nanoTime() + grace.toNanos();
        List<ProcessHandle> living = processes.living();
        while (!living.isEmpty() && System.nanoTime() < termination) {
            living.stream()
                    .filter(each -> terminated.putIfAbsent(each.pid(), ServerProcesses.name(each)) == null)
                    .forEach(ProcessHandle::destroy);
            pause();
            living = processes.living();
        }
        long end = System.nanoTime() + KILL_TIMEOUT.toNanos();
        while (!living.isEmpty() && System.nanoTime() < end) {
            for (ProcessHandle each : living) {
                killed.putIfAbsent(each.pid(), ServerProcesses.name(each));
                each.destroyForcibly();
            }
            pause();
            living = processes.living();
        }
        terminated.putAll(killed);
        return new StopReport(
                terminated.size(),
                List.copyOf(killed.values()),
                living.stream().map(ServerProcesses::name).toList(),
                takenPorts());
    }

    /**
     * Returns the ports that are still in use. Waits up to 2 s, because the system may release a port shortly after its process has ended.
     */
    private List<Integer> takenPorts() {
        long end = System.nanoTime() + PORT_TIMEOUT.toNanos();
        List<Integer> taken = portsTakenNow();
        while (!taken.isEmpty() && System.nanoTime() < end) {
            pause();
            taken = portsTakenNow();
        }
        return taken;
    }

    private List<Integer> portsTakenNow() {
        return replicas.stream()
                .filter(each -> !Ports.isFree(each.host(), each.port()))
                .map(Replica::port)
                .toList();
    }

    private void pause() {
        try {
            Thread.sleep(POLL_INTERVAL_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }
}
