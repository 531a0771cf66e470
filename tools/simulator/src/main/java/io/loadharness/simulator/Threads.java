// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a server and their CPU time. Thread-safe. */
final class Threads implements ThreadFactory {

    private static final ThreadMXBean CLOCKS = ManagementFactory.getThreadMXBean();

    private final Queue<Thread> all = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final long startedNanos = System.nanoTime();

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "simulator-" + count.incrementAndGet());
        thread.setDaemon(true);
        all.add(thread);
        return thread;
    }

    /** Returns the CPU time of the live threads, in nanoseconds. */
    long cpuNanos() {
        return all.stream()
                .mapToLong(thread -> Math.max(0, CLOCKS.getThreadCpuTime(thread.getId())))
                .sum();
    }

    long aliveNanos() {
        return System.nanoTime() - startedNanos;
    }
}
