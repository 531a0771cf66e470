// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.util.concurrent.EventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A queue of responses that have new tokens to send. The event loop is woken once for all queued responses instead of once for each. */
final class ReadyQueue implements Runnable {

    private final EventExecutor loop;
    private final Scheduler scheduler;
    private final Queue<ServerResponse> responses = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isScheduled = new AtomicBoolean();

    ReadyQueue(EventExecutor loop, Scheduler scheduler) {
        this.loop = loop;
        this.scheduler = scheduler;
    }

    /** Adds a response. Called on the scheduler's thread. */
    void add(ServerResponse response) {
        responses.add(response);
        if (isScheduled.compareAndSet(false, true)) {
            scheduler.scheduleWakeUp(this);
        }
    }

    void wake() {
        loop.execute(this);
    }

    @Override
    public void run() {
        isScheduled.set(false);
        for (ServerResponse response = responses.poll(); response != null; response = responses.poll()) {
            response.sendAvailable();
        }
    }
}
