// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much a figure of a run is above that of the base.
 *
 * @param absolute in the unit of the figure
 * @param relative to the base's; empty if that is 0
 * @param interval where the absolute one lies; empty if that cannot be told from what is at hand
 */
public record Difference(double absolute, OptionalDouble relative, Optional<Interval> interval) {

    public Difference {
        Objects.requireNonNull(relative, "relative");
        Objects.requireNonNull(interval, "interval");
    }

    static Difference between(double base, double other, Optional<Interval> interval) {
        double absolute = other - base;
        return new Difference(
                absolute, base == 0 ? OptionalDouble.empty() : OptionalDouble.of(absolute / Math.abs(base)), interval);
    }

    /** Whether an interval says that it is more than chance. */
    public boolean isBeyondChance() {
        return interval.map(Interval::excludesZero).orElse(false);
    }
}
