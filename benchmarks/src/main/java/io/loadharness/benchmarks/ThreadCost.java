// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Measures the CPU time that the current thread needs for each iteration. The first 1,000 iterations are not measured. Not thread-safe. */
final class ThreadCost {

    private static final int WARM_UP_ITERATIONS = 1000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long iterations;
    private long before;
    private long nanos;

    /** Called at the start of each iteration. */
    void next() {
        if (++iterations == WARM_UP_ITERATIONS) {
            before = threads.getCurrentThreadCpuTime();
        }
    }

    /** Called after the last iteration. */
    void end() {
        nanos = threads.getCurrentThreadCpuTime() - before;
    }

    double micros() {
        return nanos / 1e3 / (iterations - WARM_UP_ITERATIONS);
    }
}
