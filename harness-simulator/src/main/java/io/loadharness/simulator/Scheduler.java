package io.loadharness.simulator;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of the engine: ends each step of a {@link ContinuousBatch} when its time has come. Steps are timed from each other,
 * so being woken late does not add up. Anyone may submit.
 */
final class Scheduler implements Runnable, AutoCloseable {

    private final ContinuousBatch batch;
    private final Queue<Sequence> arrivals = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closed;
    private volatile int running;
    private volatile int waiting;
    private volatile long worstLag;

    Scheduler(TimingModel timing, Threads threads) {
        batch = new ContinuousBatch(timing);
        thread = threads.newThread(this);
        thread.start();
    }

    void submit(Sequence sequence) {
        arrivals.add(sequence);
        LockSupport.unpark(thread);
    }

    int running() {
        return running;
    }

    int waiting() {
        return waiting + arrivals.size();
    }

    /** By how much the end of a step came late at most, in nanoseconds. */
    long worstLag() {
        return worstLag;
    }

    @Override
    public void run() {
        while (!closed) {
            for (Sequence next = arrivals.poll(); next != null; next = arrivals.poll()) {
                batch.add(next, next.submitted());
            }
            publish();
            long end = batch.stepEnd();
            long left = end - System.nanoTime();
            if (end == ContinuousBatch.NEVER) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                worstLag = Math.max(worstLag, -left);
                batch.endStep();
            }
        }
    }

    private void publish() {
        if (running != batch.running() || waiting != batch.waiting()) {
            running = batch.running();
            waiting = batch.waiting();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
