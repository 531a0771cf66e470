// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What settings imply for a run, told before it begins.
 *
 * @param samples about how many are issued; empty if that depends on the system
 * @param duration about how long issuing them takes if the system is as fast as the settings say; empty if that depends on the system
 */
public record LoadPlan(OptionalLong samples, Optional<Duration> duration) {

    /** All depends on the system. */
    public static final LoadPlan UNKNOWN = new LoadPlan(OptionalLong.empty(), Optional.empty());

    public LoadPlan {
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(duration, "duration");
    }

    /** Samples for each second; empty if one of both is not known, or all come at once. */
    public OptionalDouble perSecond() {
        double seconds = duration.map(Duration::toNanos).orElse(0L) / 1e9;
        return samples.isPresent() && seconds > 0
                ? OptionalDouble.of(samples.getAsLong() / seconds)
                : OptionalDouble.empty();
    }
}
