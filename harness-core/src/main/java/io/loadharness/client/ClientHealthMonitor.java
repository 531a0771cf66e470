// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.internal.ClockReading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Monitors the health of the client during a run. The monitor has its own thread, which wakes up every 10 ms and does little work.
 * {@link #start} creates a monitor; the caller must call {@link #end}.
 */
public final class ClientHealthMonitor {

    /** The time between two measurements. */
    public static final Duration PERIOD = Duration.ofMillis(10);

    private static final long PERIOD_NANOS = PERIOD.toNanos();

    private final Sampler sampler;
    private final Thread thread = new Thread(this::pollUntilEnd, "client-health");
    private volatile boolean ended;

    private ClientHealthMonitor(Sampler sampler) {
        this.sampler = sampler;
        thread.setDaemon(true);
    }

    /**
     * Starts a monitor.
     *
     * @param isBusy returns true while samples are in flight; at other times the monitor only records the longest pauses
     * @param readers the threads that read responses
     * @param sends the recorder of sent requests
     */
    public static ClientHealthMonitor start(BooleanSupplier isBusy, List<ReadThread> readers, SendDelays sends) {
        ClockReading clocks = ClockReading.now();
        ClientHealthMonitor monitor = new ClientHealthMonitor(new Sampler(
                PERIOD_NANOS,
                isBusy,
                readers,
                sends,
                ResourceUsage.ofThisProcess(),
                Runtime.getRuntime().availableProcessors(),
                new LongestPauses(clocks.wall(), clocks.nanos())));
        monitor.thread.start();
        return monitor;
    }

    private void pollUntilEnd() {
        long scheduled = System.nanoTime();
        while (!ended) {
            LockSupport.parkNanos(this, scheduled - System.nanoTime());
            long now = System.nanoTime();
            if (now >= scheduled) {
                sampler.poll(scheduled, now);
                scheduled += (1 + (now - scheduled) / PERIOD_NANOS) * PERIOD_NANOS;
            }
        }
    }

    /** Ends the monitor and returns its observations. */
    public ClientHealth end() {
        ended = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return sampler.end(System.nanoTime());
    }
}
