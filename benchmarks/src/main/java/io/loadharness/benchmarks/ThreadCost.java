// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time that each round of a thread takes, after the first thousand. For that thread. */
final class ThreadCost {

    private static final int LEFT_OUT = 1000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long rounds;
    private long before;
    private long nanos;

    /** A round begins. */
    void next() {
        if (++rounds == LEFT_OUT) {
            before = threads.getCurrentThreadCpuTime();
        }
    }

    /** The last round is over. */
    void end() {
        nanos = threads.getCurrentThreadCpuTime() - before;
    }

    double micros() {
        return nanos / 1e3 / (rounds - LEFT_OUT);
    }
}
