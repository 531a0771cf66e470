// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Watches an event loop: hands it a task and sees how late it gets to it. The loop is woken up by the task as by a socket that becomes
 * readable, so this is how long an answer has to wait for its stamp. For any number of threads.
 */
public final class LoopProbe extends ReadThread {

    private static final long NOTHING = Long.MIN_VALUE;

    private final Executor loop;
    private final LongSupplier clock;
    private final AtomicLong handedOver = new AtomicLong(NOTHING);
    private final Runnable arrival = this::arrived;
    private volatile long period;

    /** Watches the loop that runs what this executor gets. */
    public LoopProbe(Executor loop) {
        this(loop, System::nanoTime);
    }

    LoopProbe(Executor loop, LongSupplier clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    void look(long now, long lookPeriod) {
        period = lookPeriod;
        if (handedOver.compareAndSet(NOTHING, now)) {
            try {
                loop.execute(arrival);
            } catch (RejectedExecutionException closed) {
                handedOver.set(NOTHING);
            }
        }
    }

    private void arrived() {
        isThisThread();
        settle(clock.getAsLong(), period);
    }

    @Override
    void settle(long now, long lookPeriod) {
        long since = handedOver.getAndSet(NOTHING);
        if (since != NOTHING) {
            delays().addAll(since, now, lookPeriod);
        }
    }
}
