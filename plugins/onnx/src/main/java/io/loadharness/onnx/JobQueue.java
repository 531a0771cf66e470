// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The batches that wait for a session. Forms the batches of dynamic batching. Thread-safe. */
final class JobQueue {

    /**
     * The time for which a free session polls the queue before its thread sleeps. A sleeping thread needs tens of microseconds to wake up,
     * and in the SingleStream scenario the next sample arrives some microseconds after the last one.
     */
    private static final long POLL_NANOS = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Condition backlog = lock.newCondition();
    private final ArrayDeque<OpenBatch> batches = new ArrayDeque<>();
    private final int maxBatch;
    private final long maxDelayNanos;
    private final boolean polls;
    private final OnnxCounts counts;
    private final LongSupplier clock;

    /** Increases when jobs are added or the queue is closed, so that free sessions can poll without the lock. */
    private final AtomicLong added = new AtomicLong();

    private int waiting;
    private int running;
    private int waitingHelpers;

    /** True if the last batch was so short that it is useful to prepare the next one while it runs. */
    private boolean runsAreShort;

    /**
     * True if all samples of a query have arrived, except for those that wait for the end of earlier ones. A free session then runs an
     * incomplete batch, because waiting would not fill it. False again when no job is left.
     */
    private boolean queryEnded;

    private boolean closed;

    /**
     * Creates a queue.
     *
     * @param maxBatch the maximum size of batches that the queue forms; 1 if it forms none
     * @param polls true if free sessions poll the queue before they sleep
     * @param counts receives the delays of the batches that the queue forms
     * @param clock returns the time in nanoseconds, for the delays
     */
    JobQueue(int maxBatch, long maxDelayNanos, boolean polls, OnnxCounts counts, LongSupplier clock) {
        this.maxBatch = maxBatch;
        this.maxDelayNanos = maxDelayNanos;
        this.polls = polls;
        this.counts = counts;
        this.clock = clock;
    }

    /** Adds a job, which joins a batch if the queue forms batches. Returns false if the queue is closed. */
    boolean add(Job job) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (maxBatch > 1) {
                join(job, clock.getAsLong());
            } else {
                addComplete(List.of(job));
            }
        } finally {
            lock.unlock();
        }
        added.incrementAndGet(); // after the release of the lock, which the polling session takes next
        return true;
    }

    /**
     * Adds jobs that were sent together. They are one batch, or several batches of the maximum size if the queue forms batches. They do not
     * wait for other jobs. Returns false if the queue is closed.
     */
    boolean addAll(List<Job> jobs) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            int size = maxBatch > 1 ? maxBatch : jobs.size();
            for (int from = 0; from < jobs.size(); from += size) {
                addComplete(jobs.subList(from, Math.min(jobs.size(), from + size)));
            }
        } finally {
            lock.unlock();
        }
        added.incrementAndGet();
        return true;
    }

    /** Adds a complete batch before the batch that jobs can join, which is always the last one. */
    private void addComplete(List<Job> jobs) {
        OpenBatch last = batches.peekLast();
        if (last != null && !last.isFull()) {
            batches.removeLast();
            batches.addLast(new OpenBatch(jobs));
            batches.addLast(last);
        } else {
            batches.addLast(new OpenBatch(jobs));
        }
        wakeOne();
    }

    /** Reports that all samples of a query have arrived, except for those that wait for the end of earlier ones. */
    void endQuery() {
        lock.lock();
        try {
            if (!batches.isEmpty() || running > 0) {
                queryEnded = true;
                wakeOne();
            }
        } finally {
            lock.unlock();
        }
    }

    private void join(Job job, long now) {
        OpenBatch last = batches.peekLast();
        if (last == null || last.isFull()) {
            last = new OpenBatch(maxBatch, now, maxDelayNanos);
            batches.addLast(last);
            wakeOne();
        }
        last.add(job, now);
        if (last.isFull()) {
            wakeOne();
        }
    }

    private void wakeOne() {
        if (waiting > 0) {
            changed.signal();
        }
    }

    /** Waits for a batch and returns it; null if the queue is closed. After the batch has run, call {@link #ended}. */
    @Nullable
    List<Job> take() {
        if (polls) {
            poll();
        }
        lock.lock();
        try {
            while (!closed) {
                OpenBatch first = batches.peekFirst();
                long now = clock.getAsLong();
                long left = first == null ? Long.MAX_VALUE : queryEnded ? 0 : first.nanosLeft(now);
                if (first != null && left <= 0) {
                    first.complete(now);
                    batches.removeFirst();
                    running++;
                    if (maxBatch > 1) {
                        counts.addBatchDelays(first);
                    }
                    if (!batches.isEmpty()) {
                        wakeOneForBacklog();
                    }
                    return first.jobs();
                }
                waiting++;
                try {
                    changed.awaitNanos(left);
                } catch (InterruptedException e) {
                    // Only the end of the queue ends the thread of a session.
                } finally {
                    waiting--;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void wakeOneForBacklog() {
        if (waiting > 0) {
            changed.signal();
        } else if (waitingHelpers > 0 && runsAreShort) {
            backlog.signal();
        }
    }

    /**
     * Waits until a batch waits although all sessions are busy and their batches are short, and returns this batch; null if the queue is
     * closed. Only for queues that form no batches. After the batch has run, call {@link #ended}.
     */
    @Nullable
    List<Job> takeToHelp() {
        lock.lock();
        try {
            while (!closed) {
                if (!batches.isEmpty() && waiting == 0 && runsAreShort) {
                    running++;
                    return batches.removeFirst().jobs();
                }
                waitingHelpers++;
                try {
                    backlog.awaitUninterruptibly();
                } finally {
                    waitingHelpers--;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports that a batch that was taken has run.
     *
     * @param wasShort true if it is useful to prepare the next batch while such a batch runs
     */
    void ended(boolean wasShort) {
        lock.lock();
        try {
            runsAreShort = wasShort;
            running--;
            if (running == 0) {
                queryEnded = queryEnded && !batches.isEmpty();
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no batch runs. */
    void awaitIdle() {
        lock.lock();
        try {
            while (running > 0) {
                idle.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void poll() {
        long before = added.get();
        if (!isEmpty()) {
            return;
        }
        long end = System.nanoTime() + POLL_NANOS;
        while (added.get() == before && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private boolean isEmpty() {
        lock.lock();
        try {
            return batches.isEmpty() && !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the queue and returns the jobs that were never taken. */
    List<Job> close() {
        lock.lock();
        try {
            closed = true;
            added.incrementAndGet();
            changed.signalAll();
            backlog.signalAll();
            return removeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Removes and returns the jobs that were not taken. */
    List<Job> removeAll() {
        lock.lock();
        try {
            List<Job> left = new ArrayList<>();
            batches.forEach(each -> left.addAll(each.jobs()));
            batches.clear();
            queryEnded = false;
            return left;
        } finally {
            lock.unlock();
        }
    }
}
