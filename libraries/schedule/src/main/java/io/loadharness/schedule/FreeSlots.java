// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** The free slots of a closed loop, in the order in which they became free. Any thread may free slots. Only one thread acquires slots. */
final class FreeSlots {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final long[] freeSince;
    private int first;
    private int count;

    /**
     * Creates a number of free slots.
     *
     * @param freeSince the time at which the slots became free
     */
    FreeSlots(int slots, long freeSince) {
        this.freeSince = new long[slots];
        Arrays.fill(this.freeSince, freeSince);
        count = slots;
    }

    /**
     * Frees the slot of a sample that ended.
     *
     * @param time the time at which the slot became free
     */
    void free(long time) {
        lock.lock();
        try {
            freeSince[(first + count++) % freeSince.length] = time;
            freed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a free slot and acquires it. Returns the time at which the slot became free, or 0 if the run is ending. */
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
                    // the interrupt was sent to end the run, or a callback left the interrupt flag set
                }
            }
            long time = freeSince[first];
            first = (first + 1) % freeSince.length;
            count--;
            return time;
        } finally {
            lock.unlock();
        }
    }
}
