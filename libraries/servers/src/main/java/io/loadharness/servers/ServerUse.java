// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a server takes of the machine: its first process and all that descend from it.
 *
 * @param cpuSeconds the time of processors, with that of processes that have ended
 * @param residentBytes memory that they hold; what several share counts for each
 */
public record ServerUse(double cpuSeconds, long residentBytes) {

    /** What Linux calls {@code USER_HZ}, which is this wherever Java runs. */
    private static final double TICKS_PER_SECOND = 100;

    /** Of the processes of a server; empty if its first one is no more, or the system does not tell. */
    static Optional<ServerUse> of(ProcessId first) {
        return ProcFs.isThere()
                ? first.living()
                        .map(process -> Stream.concat(Stream.of(process), process.descendants())
                                .map(ProcessHandle::pid)
                                .toList())
                        .map(ServerUse::sum)
                : Optional.empty();
    }

    private static ServerUse sum(List<Long> pids) {
        long ticks = pids.stream()
                .flatMap(pid -> ProcFs.stat(pid).stream())
                .mapToLong(ProcFs.Stat::ticks)
                .sum();
        return new ServerUse(
                ticks / TICKS_PER_SECOND,
                pids.stream().mapToLong(ProcFs::resident).sum());
    }
}
