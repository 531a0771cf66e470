// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The difference between a metric of a run and the same metric of the base. The difference is positive if the metric of the run is higher.
 *
 * @param absolute the difference in the unit of the metric
 * @param relative the difference as a fraction of the metric of the base; empty if the metric of the base is 0
 * @param interval the confidence interval of the absolute difference; empty if unknown
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

    /** Returns true if the interval is known and excludes zero. */
    public boolean isSignificant() {
        return interval.map(Interval::excludesZero).orElse(false);
    }
}
