// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;

/**
 * An unlimited load pattern. The methods of this class limit the pattern and return a {@link Schedule}. Immutable.
 *
 * <pre>{@code
 * LoadPattern traffic = Concurrency.of(8);
 * Schedule schedule = traffic.upTo(1000, Duration.ofMinutes(5));
 * }</pre>
 */
public abstract sealed class LoadPattern permits Arrivals, Concurrency {

    LoadPattern() {}

    /** Returns a schedule that issues samples for the given time. After this time, the run waits for the samples in flight. */
    public final Schedule during(Duration length) {
        return Schedule.of(new Stage(this, Stage.UNBOUNDED, ScheduleBounds.nanos("the duration", length), 0));
    }

    /** Returns a schedule that issues the given number of samples. */
    public final Schedule samples(long count) {
        return Schedule.of(new Stage(this, ScheduleBounds.samples(count), Stage.UNBOUNDED, 0));
    }

    /** Returns a schedule that ends after the given number of samples or the given time, whichever comes first. */
    public final Schedule upTo(long count, Duration length) {
        return Schedule.of(
                new Stage(this, ScheduleBounds.samples(count), ScheduleBounds.nanos("the duration", length), 0));
    }

    /** Returns the approximate time to issue the given number of samples, in nanoseconds; infinity if the time is unknown. */
    abstract double nanosFor(long samples);

    /** Returns the maximum rate in samples per second; zero if the rate is unknown. */
    abstract double peakRate();

    /** Returns a short description. */
    @Override
    public abstract String toString();
}
