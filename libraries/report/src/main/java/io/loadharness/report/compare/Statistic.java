// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.Locale;
import java.util.OptionalInt;

/** What is taken of the values of a metric. */
public enum Statistic {
    /** Their arithmetic mean. */
    MEAN(OptionalInt.empty()),
    /** Their median. */
    P50(OptionalInt.of(50)),
    /** Their 90th percentile. */
    P90(OptionalInt.of(90)),
    /** Their 95th percentile. */
    P95(OptionalInt.of(95)),
    /** Their 99th percentile. */
    P99(OptionalInt.of(99));

    private final OptionalInt percentage;

    Statistic(OptionalInt percentage) {
        this.percentage = percentage;
    }

    /** As files and options spell it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Which percentile it is; empty if it is none. */
    public OptionalInt percentage() {
        return percentage;
    }

    double of(Distribution values) {
        return percentage.isPresent() ? values.percentile(percentage.getAsInt()) : values.mean();
    }
}
