// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A closed loop. It keeps a number of requests in flight: when a request ends, it sends a new one. */
abstract class ClosedLoop implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HttpWorkload workload;
    private final LongAdder requests = new LongAdder();
    private final LongAdder events = new LongAdder();

    /**
     * The bytes that each thread has allocated, by thread id. Threads that have ended keep their entry, so that the sum never decreases.
     */
    private final Map<Long, Long> allocatedByThread = new HashMap<>();

    private final AtomicInteger left = new AtomicInteger();
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile CountDownLatch busyConnections = new CountDownLatch(0);

    ClosedLoop(HttpWorkload workload) {
        this.workload = workload;
    }

    /**
     * Sends {@code count} requests and waits until all of them are completed.
     *
     * @throws IOException if a request fails
     */
    final HttpCounts run(int count) throws IOException, InterruptedException {
        HttpCounts before = counts();
        busyConnections = new CountDownLatch(workload.connections());
        left.set(count);
        for (int i = 0; i < workload.connections(); i++) {
            next();
            if (workload.gapMicros() > 0) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(workload.gapMicros()));
            }
        }
        busyConnections.await();
        if (failure.get() != null) {
            throw new IOException(failure.get());
        }
        return counts().minus(before);
    }

    private void next() {
        if (left.getAndDecrement() > 0) {
            send();
        } else {
            busyConnections.countDown();
        }
    }

    /** Sends a request. When the request ends, the implementation must call {@link #completed} or {@link #failed} once. */
    abstract void send();

    final void completed(long eventCount) {
        events.add(eventCount);
        requests.increment();
        next();
    }

    final void failed(String why) {
        failure.compareAndSet(null, why);
        left.set(0);
        next();
    }

    private HttpCounts counts() {
        long[] threads = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(threads);
        for (int i = 0; i < threads.length; i++) {
            allocatedByThread.merge(threads[i], bytes[i], Math::max); // the JVM reports -1 for an ended thread
        }
        long allocated = allocatedByThread.values().stream()
                .mapToLong(each -> Math.max(0, each))
                .sum();
        return new HttpCounts(requests.sum(), events.sum(), PROCESS.getProcessCpuTime(), System.nanoTime(), allocated);
    }

    @Override
    public void close() {}
}
