// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Watches a client while a run goes on, on a thread of its own that wakes up a hundred times a second and does next to nothing. Begins with
 * {@link #start}, and has to be ended.
 */
public final class ClientWatch {

    private static final long PERIOD_NANOS = Duration.ofMillis(10).toNanos();

    private final Sampler sampler;
    private final Thread thread = new Thread(this::watch, "client-health");
    private volatile boolean ended;

    private ClientWatch(Sampler sampler) {
        this.sampler = sampler;
        thread.setDaemon(true);
    }

    /**
     * Begins to watch.
     *
     * @param isBusy whether samples are outstanding; only then there is something to see
     * @param readers the threads that read answers
     * @param sends where requests are recorded
     */
    public static ClientWatch start(BooleanSupplier isBusy, List<ReadThread> readers, SendDelays sends) {
        ClientWatch watch = new ClientWatch(new Sampler(
                PERIOD_NANOS,
                isBusy,
                readers,
                sends,
                Costs.ofThisProcess(),
                Runtime.getRuntime().availableProcessors()));
        watch.thread.start();
        return watch;
    }

    private void watch() {
        long due = System.nanoTime();
        while (!ended) {
            LockSupport.parkNanos(this, due - System.nanoTime());
            long now = System.nanoTime();
            if (now >= due) {
                sampler.look(due, now);
                due += (1 + (now - due) / PERIOD_NANOS) * PERIOD_NANOS;
            }
        }
    }

    /** Ends the watch and says what it saw. */
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
