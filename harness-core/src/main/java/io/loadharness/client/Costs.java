// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;

/** What the process has used up so far. For any number of threads. */
interface Costs {

    /** Processor time of the process. */
    long processorNanos();

    /** Processor time of a thread; zero if nobody knows. */
    long threadNanos(Thread thread);

    /** Time for which garbage collection has stopped the process. */
    long collectionNanos();

    /** How many collections there were. */
    long collections();

    /** Of this process. */
    static Costs ofThisProcess() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ProcessHandle process = ProcessHandle.current();
        // the cycles of concurrent collectors stop nobody
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().endsWith("Cycles"))
                .toList();
        return new Costs() {
            @Override
            public long processorNanos() {
                return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
            }

            @Override
            @SuppressWarnings("deprecation") // its successor is newer than Java 17
            public long threadNanos(Thread thread) {
                return threads.isThreadCpuTimeSupported() ? Math.max(0, threads.getThreadCpuTime(thread.getId())) : 0;
            }

            @Override
            public long collectionNanos() {
                return 1_000_000
                        * collectors.stream()
                                .mapToLong(each -> Math.max(0, each.getCollectionTime()))
                                .sum();
            }

            @Override
            public long collections() {
                return collectors.stream()
                        .mapToLong(each -> Math.max(0, each.getCollectionCount()))
                        .sum();
            }
        };
    }
}
