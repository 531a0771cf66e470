// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the samples that were issued and have not ended. Thread-safe. */
final class InFlightSamples {

    private final AtomicLong count = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();

    void issued(int samples) {
        count.addAndGet(samples);
    }

    void ended(int samples) {
        if (count.addAndGet(-samples) == 0) {
            lock.lock();
            try {
                none.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    boolean any() {
        return count.get() > 0;
    }

    boolean awaitNone(Duration limit) throws InterruptedException {
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
