// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.Locale;
import java.util.OptionalInt;

/** A statistic of the values of a metric. */
public enum Statistic {
    /** The arithmetic mean. */
    MEAN(OptionalInt.empty()),
    /** The median. */
    P50(OptionalInt.of(50)),
    /** The 90th percentile. */
    P90(OptionalInt.of(90)),
    /** The 95th percentile. */
    P95(OptionalInt.of(95)),
    /** The 99th percentile. */
    P99(OptionalInt.of(99));

    private final OptionalInt percentage;

    Statistic(OptionalInt percentage) {
        this.percentage = percentage;
    }

    /** Returns the name in files and options. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the percentage if this is a percentile, such as 99; empty for the mean. */
    public OptionalInt percentage() {
        return percentage;
    }

    double of(Distribution values) {
        return percentage.isPresent() ? values.percentile(percentage.getAsInt()) : values.mean();
    }
}
