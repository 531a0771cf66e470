// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/**
 * When arrivals come whose rate changes in proportion to the time and then stays.
 *
 * @param from the rate at the begin, per second
 * @param to the rate from {@code nanos} on
 */
record Ramp(double from, double to, long nanos) {

    /** When so many have arrived, in nanoseconds: the inverse of the area below the rate. */
    double nanosOf(double count) {
        double seconds = nanos / ScheduleBounds.NANOS_PER_SECOND;
        double inRamp = seconds * (from + to) / 2;
        if (count >= inRamp) {
            return nanos + (count - inRamp) * ScheduleBounds.NANOS_PER_SECOND / to;
        }
        double root = Math.sqrt(from * from + 2 * count * (to - from) / seconds);
        return count == 0 ? 0 : 2 * count * ScheduleBounds.NANOS_PER_SECOND / (from + root);
    }
}
