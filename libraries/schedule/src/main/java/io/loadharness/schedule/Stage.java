// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.OptionalLong;

/**
 * A load pattern with a limited number of samples or a limited duration.
 *
 * @param samples the maximum number of samples; {@link #UNBOUNDED} for no limit
 * @param nanos the maximum duration in nanoseconds; {@link #UNBOUNDED} for no limit
 * @param pauseNanos the pause before the stage starts, in nanoseconds
 */
record Stage(LoadPattern traffic, long samples, long nanos, long pauseNanos) {

    static final long UNBOUNDED = Long.MAX_VALUE;

    Stage {
        if (samples == UNBOUNDED
                && traffic.peakRate() * nanos / ScheduleBounds.NANOS_PER_SECOND > ScheduleBounds.MAX_SAMPLES) {
            throw new IllegalArgumentException(
                    traffic + " for " + ScheduleBounds.seconds(nanos) + " could exceed the limit of "
                            + ScheduleBounds.MAX_SAMPLES + " samples per run: use a shorter time or a lower rate");
        }
    }

    Stage after(long pause) {
        return new Stage(traffic, samples, nanos, pauseNanos + pause);
    }

    /** Returns true if all samples are scheduled at the same time. */
    boolean isBurst() {
        return Double.isInfinite(traffic.peakRate());
    }

    /** Returns the approximate duration in nanoseconds; infinity if the duration is unknown. */
    double expectedNanos() {
        double forSamples = samples == UNBOUNDED ? Double.POSITIVE_INFINITY : traffic.nanosFor(samples);
        return pauseNanos + Math.min(forSamples, nanos == UNBOUNDED ? Double.POSITIVE_INFINITY : nanos);
    }

    /** Returns the approximate number of samples; empty if it depends on the system under test. */
    OptionalLong expectedSamples() {
        if (nanos == UNBOUNDED || (samples != UNBOUNDED && traffic.nanosFor(samples) < nanos)) {
            return OptionalLong.of(samples);
        }
        if (!(traffic instanceof Arrivals)) {
            return samples == UNBOUNDED ? OptionalLong.empty() : OptionalLong.of(samples);
        }
        long before = 0;
        long enough = Math.min(samples, ScheduleBounds.MAX_SAMPLES);
        while (before < enough) {
            long middle = (before + enough) / 2;
            if (traffic.nanosFor(middle) < nanos) {
                before = middle + 1;
            } else {
                enough = middle;
            }
        }
        return OptionalLong.of(enough);
    }

    /** Returns true if the time limit can end this stage, and random arrival times determine the number of samples until then. */
    boolean hasRandomCount() {
        return nanos != UNBOUNDED
                && traffic instanceof Arrivals arrivals
                && arrivals.isRandom()
                && expectedSamples().orElse(UNBOUNDED) != samples;
    }

    @Override
    public String toString() {
        boolean ownEnd = isBurst() || (traffic.peakRate() == 0 && traffic instanceof Arrivals);
        return (pauseNanos == 0 ? "" : "after " + ScheduleBounds.seconds(pauseNanos) + " ")
                + traffic
                + (samples == UNBOUNDED || ownEnd ? "" : ", " + samples + " samples")
                + (nanos == UNBOUNDED ? "" : " for " + ScheduleBounds.seconds(nanos));
    }
}
