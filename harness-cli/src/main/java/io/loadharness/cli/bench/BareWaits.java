package io.loadharness.cli.bench;

import java.util.concurrent.locks.LockSupport;

/** Sleeps until each of many moments and does nothing then: what is left of a schedule without its work. */
final class BareWaits {

    private BareWaits() {}

    /** What each wait takes of a processor, in microseconds, on a thread of its own. */
    static double cpuMicros(long[] offsets) {
        ThreadCost cost = new ThreadCost();
        Thread thread = new Thread(() -> wait(offsets, cost), "bare-waits");
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
        return cost.micros();
    }

    private static void wait(long[] offsets, ThreadCost cost) {
        long begin = System.nanoTime();
        for (long offset : offsets) {
            long left = begin + offset - System.nanoTime();
            while (left > 0) {
                LockSupport.parkNanos(left);
                left = begin + offset - System.nanoTime();
            }
            cost.next();
        }
        cost.end();
    }
}
