// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU and memory usage of a server: its first process and all descendants.
 *
 * @param cpuSeconds the CPU time; includes child processes that have ended
 * @param residentBytes the resident memory; shared memory counts once for each process
 */
public record ServerUsage(double cpuSeconds, long residentBytes) {

    /** The constant {@code USER_HZ} of Linux. It is 100 on all platforms that Java supports. */
    private static final double TICKS_PER_SECOND = 100;

    /** Returns the usage of a server; empty if its first process has ended or if the system does not report the usage. */
    static Optional<ServerUsage> of(ProcessId first) {
        return ProcFs.isAvailable()
                ? first.living()
                        .map(process -> Stream.concat(Stream.of(process), process.descendants())
                                .map(ProcessHandle::pid)
                                .toList())
                        .map(ServerUsage::sum)
                : Optional.empty();
    }

    private static ServerUsage sum(List<Long> pids) {
        long ticks = pids.stream()
                .flatMap(pid -> ProcFs.stat(pid).stream())
                .mapToLong(ProcFs.Stat::ticks)
                .sum();
        return new ServerUsage(
                ticks / TICKS_PER_SECOND,
                pids.stream().mapToLong(ProcFs::resident).sum());
    }
}
