// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

/**
 * Traffic with an end.
 *
 * @param samples how many at most
 * @param nanos how long at most
 * @param pauseNanos how long nothing happens before it begins
 */
record Stage(Traffic traffic, long samples, long nanos, long pauseNanos) {

    static final long UNBOUNDED = Long.MAX_VALUE;

    Stage {
        if (samples == UNBOUNDED
                && traffic.peakRate() * nanos / ScheduleBounds.NANOS_PER_SECOND > ScheduleBounds.MOST_SAMPLES) {
            throw new IllegalArgumentException(traffic + " for " + ScheduleBounds.seconds(nanos)
                    + " may be more samples than a run can have, which is at most " + ScheduleBounds.MOST_SAMPLES);
        }
    }

    Stage after(long pause) {
        return new Stage(traffic, samples, nanos, pauseNanos + pause);
    }

    /** Whether all of it is due at once. */
    boolean isBurst() {
        return Double.isInfinite(traffic.peakRate());
    }

    /** About how long it takes, in nanoseconds; infinity if nobody can know. */
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
