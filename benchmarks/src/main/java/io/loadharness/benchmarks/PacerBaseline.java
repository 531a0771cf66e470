// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.schedule.Pacer;

/**
 * The cost of the waits of a schedule, without the work after each wait.
 *
 * @param cpuMicros the CPU time of each wait in microseconds
 * @param variation the coefficient of variation of the gaps between the ends of the waits
 */
record PacerBaseline(double cpuMicros, double variation) {

    /** Waits for each offset on a separate thread, and measures the cost of these waits. */
    static PacerBaseline until(long[] offsets, Pacer pacer) {
        ThreadCost cost = new ThreadCost();
        Timestamps times = new Timestamps(offsets.length);
        Thread thread = new Thread(() -> wait(offsets, pacer, cost, times), "bare-waits");
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
        return new PacerBaseline(cost.micros(), times.variation());
    }

    private static void wait(long[] offsets, Pacer pacer, ThreadCost cost, Timestamps times) {
        pacer.begin();
        long start = System.nanoTime();
        for (long offset : offsets) {
            pacer.await(start + offset, () -> false);
            times.add(System.nanoTime());
            cost.next();
        }
        cost.end();
    }
}
