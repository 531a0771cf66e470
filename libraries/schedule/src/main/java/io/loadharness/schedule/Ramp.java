// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/**
 * Arrival times at a rate that changes linearly and then stays constant.
 *
 * @param from the rate at the start, per second
 * @param to the rate after {@code nanos} nanoseconds
 */
record Ramp(double from, double to, long nanos) {

    /** Returns the time in nanoseconds after which {@code count} samples have arrived. This is the inverse of the integral of the rate. */
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
