// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/** The arrival times of a stage in ascending order, in nanoseconds from the start of the stage. Not thread-safe. */
interface ArrivalTimes {

    /** The value of {@link #sample} if the load generator may choose the sample. */
    int ANY_SAMPLE = -1;

    /** Returns the next arrival time; positive infinity if there is none. */
    double next();

    /** Returns the sample index of the arrival that {@link #next} returned last. */
    default int sample() {
        return ANY_SAMPLE;
    }
}
