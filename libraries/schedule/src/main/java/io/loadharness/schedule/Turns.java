// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The places of a closed loop that are free. Any thread frees one; one thread takes them, in that order. */
final class Turns {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final long[] since;
    private int first;
    private int count;

    /**
     * All places are free.
     *
     * @param since the moment of that
     */
    Turns(int places, long since) {
        this.since = new long[places];
        Arrays.fill(this.since, since);
        count = places;
    }

    /** Says that a sample ended. */
    void free(long moment) {
        lock.lock();
        try {
            since[(first + count++) % since.length] = moment;
            freed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a free place and takes it, unless the run is ending; returns since when it was free. */
    long take(BooleanSupplier ending) {
        lock.lock();
        try {
            while (count == 0) {
                if (ending.getAsBoolean()) {
                    return 0;
                }
                try {
                    freed.await();
                } catch (InterruptedException e) {
                    // to end the run, or left by a callback
                }
            }
            long moment = since[first];
            first = (first + 1) % since.length;
            count--;
            return moment;
        } finally {
            lock.unlock();
        }
    }
}
