// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/**
 * A load pattern with a limited number of samples or a limited duration.
 *
 * @param samples the maximum number of samples; {@link #UNBOUNDED} for no limit
 * @param nanos the maximum duration in nanoseconds; {@link #UNBOUNDED} for no limit
 * @param pauseNanos the pause before the stage starts, in nanoseconds
 */
record Stage(Traffic traffic, long samples, long nanos, long pauseNanos) {

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

    @Override
    public String toString() {
        boolean ownEnd = isBurst() || (traffic.peakRate() == 0 && traffic instanceof Arrivals);
        return (pauseNanos == 0 ? "" : "after " + ScheduleBounds.seconds(pauseNanos) + " ")
                + traffic
                + (samples == UNBOUNDED || ownEnd ? "" : ", " + samples + " samples")
                + (nanos == UNBOUNDED ? "" : " for " + ScheduleBounds.seconds(nanos));
    }
}
