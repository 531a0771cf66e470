// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/**
 * What this process had used up at a moment.
 *
 * @param nanos the moment, in {@link System#nanoTime()}
 * @param processorNanos processor time of all its threads
 * @param collectionNanos time for which garbage collection stopped it
 */
public record ProcessUse(long nanos, long processorNanos, long collectionNanos) {

    private static final Costs COSTS = Costs.ofThisProcess();

    /** Until now. Takes a look at a file of the system: for some times a second. */
    public static ProcessUse now() {
        return new ProcessUse(System.nanoTime(), COSTS.processorNanos(), COSTS.collectionNanos());
    }

    /** The part of all processors that it took since an earlier moment. */
    public double processorShareSince(ProcessUse earlier) {
        return share(processorNanos - earlier.processorNanos, earlier)
                / Runtime.getRuntime().availableProcessors();
    }

    /** The part of the time since an earlier moment for which garbage collection stopped it. */
    public double collectionShareSince(ProcessUse earlier) {
        return share(collectionNanos - earlier.collectionNanos, earlier);
    }

    private double share(long used, ProcessUse earlier) {
        return nanos > earlier.nanos ? (double) used / (nanos - earlier.nanos) : 0;
    }
}
