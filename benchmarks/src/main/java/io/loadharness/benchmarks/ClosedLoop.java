// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Keeps a number of requests open: each that ends is followed by another one. Its owner closes it. */
abstract class ClosedLoop implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HttpWorkload workload;
    private final LongAdder requests = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile CountDownLatch open = new CountDownLatch(0);

    ClosedLoop(HttpWorkload workload) {
        this.workload = workload;
    }

    /**
     * Sends requests until so many are answered.
     *
     * @throws IOException if one failed
     */
    final Tally run(int count) throws IOException, InterruptedException {
        Tally before = tally();
        open = new CountDownLatch(workload.connections());
        left.set(count);
        for (int i = 0; i < workload.connections(); i++) {
            next();
            if (workload.gapMicros() > 0) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(workload.gapMicros()));
            }
        }
        open.await();
        if (failure.get() != null) {
            throw new IOException(failure.get());
        }
        return tally().minus(before);
    }

    private void next() {
        if (left.getAndDecrement() > 0) {
            send();
        } else {
            open.countDown();
        }
    }

    /** Sends a request, whose end leads to one call of {@link #answered} or {@link #failed}. */
    abstract void send();

    final void answered(long eventsOfIt) {
        events.add(eventsOfIt);
        requests.increment();
        next();
    }

    final void failed(String why) {
        failure.compareAndSet(null, why);
        left.set(0);
        next();
    }

    private Tally tally() {
        long allocated = 0;
        for (long each : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            allocated += Math.max(0, each); // -1 for a thread that has just ended
        }
        return new Tally(requests.sum(), events.sum(), PROCESS.getProcessCpuTime(), System.nanoTime(), allocated);
    }

    @Override
    public void close() {}
}
