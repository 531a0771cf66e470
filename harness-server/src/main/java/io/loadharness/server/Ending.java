package io.loadharness.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The end of a family: TERM to all, KILL to those that are left after a grace, and a look whether anything is left then. */
final class Ending {

    private static final Duration AFTER_KILL = Duration.ofSeconds(10);
    private static final Duration AFTER_END = Duration.ofSeconds(2);
    private static final long BETWEEN_LOOKS_MS = 20;

    private final Family family;
    private final List<Replica> replicas;
    private final Duration grace;
    private final Map<Long, String> told = new LinkedHashMap<>();
    private final Map<Long, String> killed = new LinkedHashMap<>();

    Ending(Family family, List<Replica> replicas, Duration grace) {
        this.family = family;
        this.replicas = replicas;
        this.grace = grace;
    }

    StopReport run() throws InterruptedException {
        long termination = System.nanoTime() + grace.toNanos();
        List<ProcessHandle> living = family.living();
        while (!living.isEmpty() && System.nanoTime() < termination) {
            living.stream()
                    .filter(each -> told.putIfAbsent(each.pid(), Family.name(each)) == null)
                    .forEach(ProcessHandle::destroy);
            Thread.sleep(BETWEEN_LOOKS_MS);
            living = family.living();
        }
        long end = System.nanoTime() + AFTER_KILL.toNanos();
        while (!living.isEmpty() && System.nanoTime() < end) {
            for (ProcessHandle each : living) {
                killed.putIfAbsent(each.pid(), Family.name(each));
                each.destroyForcibly();
            }
            Thread.sleep(BETWEEN_LOOKS_MS);
            living = family.living();
        }
        told.putAll(killed);
        return new StopReport(
                told.size(),
                List.copyOf(killed.values()),
                living.stream().map(Family::name).toList(),
                takenPorts());
    }

    /** A port is free a moment after its process counts as ended, when the last of its threads is. */
    private List<Integer> takenPorts() throws InterruptedException {
        long end = System.nanoTime() + AFTER_END.toNanos();
        List<Integer> taken = portsTakenNow();
        while (!taken.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(BETWEEN_LOOKS_MS);
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
}
