package io.loadharness.cli.bench;

import java.util.concurrent.locks.LockSupport;

/**
 * Waits for each of many moments and does nothing then: what is left of a schedule without its work.
 *
 * @param cpuMicros what each wait takes of a processor
 * @param variation of the gaps between the moments at which the waits ended
 */
record BareWaits(double cpuMicros, double variation) {

    /** Waits on a thread of its own, with a pause or looking at the clock without one. */
    static BareWaits until(long[] offsets, boolean busy) {
        ThreadCost cost = new ThreadCost();
        Moments moments = new Moments(offsets.length);
        Thread thread = new Thread(() -> wait(offsets, busy, cost, moments), "bare-waits");
        thread.start();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return new BareWaits(cost.micros(), moments.variation());
    }

    private static void wait(long[] offsets, boolean busy, ThreadCost cost, Moments moments) {
        long begin = System.nanoTime();
        for (long offset : offsets) {
            long left = begin + offset - System.nanoTime();
            while (left > 0) {
                if (busy) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(left);
                }
                left = begin + offset - System.nanoTime();
            }
            moments.add(System.nanoTime());
            cost.next();
        }
        cost.end();
    }
}
