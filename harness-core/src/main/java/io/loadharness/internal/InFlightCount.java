// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A count of the items, for example samples, that have started and not ended. Thread-safe. */
public final class InFlightCount {

    private final AtomicLong count = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();

    /** Adds a number to the count. */
    public void started(int number) {
        count.addAndGet(number);
    }

    /** Subtracts a number from the count. */
    public void ended(int number) {
        if (count.addAndGet(-number) == 0) {
            lock.lock();
            try {
                none.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns true if the count is not zero. */
    public boolean any() {
        return count.get() > 0;
    }

    /** Waits until the count is zero. Returns false if the count is not zero after the limit. */
    public boolean awaitNone(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        lock.lock();
        try {
            while (count.get() > 0) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                none.await(left, TimeUnit.NANOSECONDS);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
