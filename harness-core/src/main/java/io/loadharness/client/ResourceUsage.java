// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;

/** Counters of the resources that this process has used since its start. Thread-safe. */
interface ResourceUsage {

    /** Returns the CPU time of this process. */
    long cpuNanos();

    /** Returns the CPU time of a thread; zero if unknown. */
    long threadCpuNanos(Thread thread);

    /** Returns the total time for which garbage collection has paused this process. */
    long gcNanos();

    /** Returns the number of garbage collections in this process. */
    long gcCount();

    /** Returns the counters of this process. */
    static ResourceUsage ofThisProcess() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ProcessHandle process = ProcessHandle.current();
        // collectors whose names end with "Cycles" are concurrent and do not pause the process
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().endsWith("Cycles"))
                .toList();
        return new ResourceUsage() {
            @Override
            public long cpuNanos() {
                return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
            }

            @Override
            @SuppressWarnings("deprecation") // Thread.threadId() requires Java 19
            public long threadCpuNanos(Thread thread) {
                return threads.isThreadCpuTimeSupported() ? Math.max(0, threads.getThreadCpuTime(thread.getId())) : 0;
            }

            @Override
            public long gcNanos() {
                return 1_000_000
                        * collectors.stream()
                                .mapToLong(each -> Math.max(0, each.getCollectionTime()))
                                .sum();
            }

            @Override
            public long gcCount() {
                return collectors.stream()
                        .mapToLong(each -> Math.max(0, each.getCollectionCount()))
                        .sum();
            }
        };
    }
}
