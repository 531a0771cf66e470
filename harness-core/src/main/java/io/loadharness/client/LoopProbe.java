// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Measures the delays of an event loop. The probe submits a task to the loop and measures the time until the loop runs the task. A task
 * wakes up the loop in the same way as a readable socket. Therefore the delay equals the time that response data waits until the loop reads
 * it. Thread-safe.
 */
public final class LoopProbe extends ReadThread {

    private static final long NONE = Long.MIN_VALUE;

    private final Executor loop;
    private final LongSupplier clock;
    private final AtomicLong submittedAt = new AtomicLong(NONE);
    private final Runnable task = this::runTask;
    private volatile long period;

    /** Creates a probe for the loop that runs the tasks of this executor. */
    public LoopProbe(Executor loop) {
        this(loop, System::nanoTime);
    }

    LoopProbe(Executor loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    void poll(long now, long pollPeriod) {
        period = pollPeriod;
        if (submittedAt.compareAndSet(NONE, now)) {
            try {
                loop.execute(task);
            } catch (RejectedExecutionException closed) {
                submittedAt.set(NONE);
            }
        }
    }

    private void runTask() {
        markCurrentThread();
        finish(clock.getAsLong(), period);
    }

    @Override
    void finish(long now, long pollPeriod) {
        long submitted = submittedAt.getAndSet(NONE);
        if (submitted != NONE) {
            delays().addAll(submitted, now, pollPeriod);
        }
    }
}
