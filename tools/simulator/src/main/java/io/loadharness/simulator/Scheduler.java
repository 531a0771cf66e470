// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of the engine: does what a {@link BatchSchedule} says when its time has come. The schedule goes by its own times, so
 * being woken late does not add up. Anyone may submit.
 */
final class Scheduler implements Runnable, AutoCloseable {

    private final BatchSchedule schedule;
    private final Queue<Sequence> arrivals = new ConcurrentLinkedQueue<>();
    private final List<Mailbox> toWake = new ArrayList<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile int running;
    private volatile int waiting;
    private volatile long worstLag;

    Scheduler(BatchSchedule schedule, Threads threads) {
        this.schedule = schedule;
        thread = threads.newThread(this);
        thread.start();
    }

    void submit(Sequence sequence) {
        arrivals.add(sequence);
        LockSupport.unpark(thread);
    }

    /** Has a mailbox woken when all tokens of this moment are made. On this thread only. */
    void wakeLater(Mailbox mailbox) {
        toWake.add(mailbox);
    }

    int running() {
        return running;
    }

    int waiting() {
        return waiting + arrivals.size();
    }

    /** By how much anything was done late at most, in nanoseconds. */
    long worstLag() {
        return worstLag;
    }

    @Override
    public void run() {
        while (!closed) {
            for (Sequence next = arrivals.poll(); next != null; next = arrivals.poll()) {
                schedule.add(next, next.submitted());
            }
            publish();
            long end = schedule.next();
            long left = end - System.nanoTime();
            if (end == BatchSchedule.NEVER) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                worstLag = Math.max(worstLag, -left);
                schedule.advance();
                publish(); // before a client can have its last token
                toWake.forEach(Mailbox::wake);
                toWake.clear();
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
        closed = true;
        LockSupport.unpark(thread);
    }
}
