// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;

/** Load without an end, which becomes a {@link Schedule} when it gets one. Immutable. */
public abstract sealed class Traffic permits Arrivals, Concurrency {

    Traffic() {}

    /** So long. Samples that were issued before are still waited for. */
    public final Schedule during(Duration length) {
        return Schedule.of(new Stage(this, Stage.UNBOUNDED, ScheduleBounds.nanos("the duration", length), 0));
    }

    /** So many samples. */
    public final Schedule samples(long count) {
        return Schedule.of(new Stage(this, ScheduleBounds.samples(count), Stage.UNBOUNDED, 0));
    }

    /** So many samples or so long, whichever ends first. */
    public final Schedule upTo(long count, Duration length) {
        return Schedule.of(
                new Stage(this, ScheduleBounds.samples(count), ScheduleBounds.nanos("the duration", length), 0));
    }

    /** About how long so many samples take, in nanoseconds; infinity if nobody can know. */
    abstract double nanosFor(long samples);

    /** How many samples a second may have; zero if nobody can know. */
    abstract double peakRate();

    /** In words. */
    @Override
    public abstract String toString();
}
