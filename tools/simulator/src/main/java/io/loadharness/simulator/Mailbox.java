// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.util.concurrent.EventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Wakes an event loop once for all answers that have new tokens, however many. */
final class Mailbox implements Runnable {

    private final EventExecutor loop;
    private final Scheduler scheduler;
    private final Queue<ServedAnswer> answers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();

    Mailbox(EventExecutor loop, Scheduler scheduler) {
        this.loop = loop;
        this.scheduler = scheduler;
    }

    /** On the scheduler's thread. */
    void add(ServedAnswer answer) {
        answers.add(answer);
        if (called.compareAndSet(false, true)) {
            scheduler.wakeLater(this);
        }
    }

    void wake() {
        loop.execute(this);
    }

    @Override
    public void run() {
        called.set(false);
        for (ServedAnswer answer = answers.poll(); answer != null; answer = answers.poll()) {
            answer.collect();
        }
    }
}
