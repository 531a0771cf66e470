// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that executes the steps of a {@link TokenScheduler}. If this thread executes a step late, later steps keep their planned
 * times, so that delays do not accumulate. {@link #submit} is thread-safe.
 */
final class Scheduler implements Runnable, AutoCloseable {

    private final TokenScheduler schedule;
    private final Queue<Sequence> arrivals = new ConcurrentLinkedQueue<>();
    private final List<ReadyQueue> queuesToWake = new ArrayList<>();
    private final Thread thread;
    private volatile boolean isClosed;
    private volatile int running;
    private volatile int waiting;
    private volatile long maxDelayNanos;

    Scheduler(TokenScheduler schedule, Threads threads) {
        this.schedule = schedule;
        thread = threads.newThread(this);
        thread.start();
    }

    void submit(Sequence sequence) {
        arrivals.add(sequence);
        LockSupport.unpark(thread);
    }

    /** Wakes a queue after the current step, when all tokens of the step are generated. Called on the scheduler's thread only. */
    void scheduleWakeUp(ReadyQueue queue) {
        queuesToWake.add(queue);
    }

    int running() {
        return running;
    }

    int waiting() {
        return waiting + arrivals.size();
    }

    /** Returns the maximum time between the planned and the actual start of a step so far, in nanoseconds. */
    long maxDelayNanos() {
        return maxDelayNanos;
    }

    @Override
    public void run() {
        while (!isClosed) {
            for (Sequence next = arrivals.poll(); next != null; next = arrivals.poll()) {
                schedule.add(next, next.submitted());
            }
            publish();
            long end = schedule.next();
            long left = end - System.nanoTime();
            if (end == TokenScheduler.NEVER) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                maxDelayNanos = Math.max(maxDelayNanos, -left);
                schedule.advance();
                publish(); // a client that has its last token must not be counted as running
                queuesToWake.forEach(ReadyQueue::wake);
                queuesToWake.clear();
            }
        }
    }

    private void publish() {
        if (running != schedule.running() || waiting != schedule.waiting()) {
            running = schedule.running();
            waiting = schedule.waiting();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }
}
