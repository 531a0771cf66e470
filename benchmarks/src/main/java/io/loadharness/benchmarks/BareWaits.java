// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.schedule.Pacer;

/**
 * Waits for each of many moments and does nothing then: what is left of a schedule without its work.
 *
 * @param cpuMicros what each wait takes of a processor
 * @param variation of the gaps between the moments at which the waits ended
 */
record BareWaits(double cpuMicros, double variation) {

    /** Waits on a thread of its own. */
    static BareWaits until(long[] offsets, Pacer pacer) {
        ThreadCost cost = new ThreadCost();
        Moments moments = new Moments(offsets.length);
        Thread thread = new Thread(() -> wait(offsets, pacer, cost, moments), "bare-waits");
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

    private static void wait(long[] offsets, Pacer pacer, ThreadCost cost, Moments moments) {
        pacer.begin();
        long begin = System.nanoTime();
        for (long offset : offsets) {
            pacer.await(begin + offset, () -> false);
            moments.add(System.nanoTime());
            cost.next();
        }
        cost.end();
    }
}
