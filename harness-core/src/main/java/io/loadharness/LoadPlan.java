// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The expected size of a run, computed from its settings before it starts.
 *
 * @param samples the approximate number of samples; empty if this number depends on the system under test
 * @param duration the approximate time to issue the samples, computed from the rate or the latency in the settings; empty if these do not
 *     determine the time
 * @param isExpectation true if the number of samples depends on random arrival times; in this case, {@code samples} is the expected value
 */
public record LoadPlan(OptionalLong samples, Optional<Duration> duration, boolean isExpectation) {

    /** The plan of a run whose size depends on the system under test. */
    public static final LoadPlan UNKNOWN = new LoadPlan(OptionalLong.empty(), Optional.empty());

    public LoadPlan {
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(duration, "duration");
    }

    /** Creates a plan whose number of samples does not depend on random arrival times. */
    public LoadPlan(OptionalLong samples, Optional<Duration> duration) {
        this(samples, duration, false);
    }

    /**
     * Returns the number of samples per second. Empty if the number of samples or the duration is unknown, or if all samples are issued at
     * the same time.
     */
    public OptionalDouble perSecond() {
        double seconds = duration.map(Duration::toNanos).orElse(0L) / 1e9;
        return samples.isPresent() && seconds > 0
                ? OptionalDouble.of(samples.getAsLong() / seconds)
                : OptionalDouble.empty();
    }
}
