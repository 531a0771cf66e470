// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/** The moments of arrivals, in nanoseconds from the begin of their stage, in order. For one thread. */
interface Offsets {

    /** Which sample is issued does not matter. */
    int ANY_SAMPLE = -1;

    /** The next moment; positive infinity if there is none. */
    double next();

    /** Which sample arrives at the moment that was last given. */
    default int sample() {
        return ANY_SAMPLE;
    }
}
