// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stops the processes of all replicas, for {@link LaunchedServers}: TERM to all at once, KILL to those that are left after a grace period,
 * and then a check that nothing is left. An interrupt of the thread does not stop this; it is set again at the end. For one thread.
 */
final class ServerShutdown {

    private static final Duration AFTER_KILL = Duration.ofSeconds(10);
    private static final Duration AFTER_END = Duration.ofSeconds(2);
    private static final long BETWEEN_LOOKS_MS = 20;

    private final ServerProcesses family;
    private final List<Replica> replicas;
    private final Duration grace;
    private final Map<Long, String> told = new LinkedHashMap<>();
    private final Map<Long, String> killed = new LinkedHashMap<>();
    private boolean interrupted;

    ServerShutdown(ServerProcesses family, List<Replica> replicas, Duration grace) {
        this.family = family;
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
        List<ProcessHandle> living = family.living();
        while (!living.isEmpty() && System.nanoTime() < termination) {
            living.stream()
                    .filter(each -> told.putIfAbsent(each.pid(), ServerProcesses.name(each)) == null)
                    .forEach(ProcessHandle::destroy);
            pause();
            living = family.living();
        }
        long end = System.nanoTime() + AFTER_KILL.toNanos();
        while (!living.isEmpty() && System.nanoTime() < end) {
            for (ProcessHandle each : living) {
                killed.putIfAbsent(each.pid(), ServerProcesses.name(each));
                each.destroyForcibly();
            }
            pause();
            living = family.living();
        }
        told.putAll(killed);
        return new StopReport(
                told.size(),
                List.copyOf(killed.values()),
                living.stream().map(ServerProcesses::name).toList(),
                takenPorts());
    }

    /** A port is free a moment after its process counts as ended, when the last of its threads is. */
    private List<Integer> takenPorts() {
        long end = System.nanoTime() + AFTER_END.toNanos();
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
            Thread.sleep(BETWEEN_LOOKS_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }
}
