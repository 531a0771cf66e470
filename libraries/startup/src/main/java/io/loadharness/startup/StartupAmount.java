// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.Locale;

/** Formats the numbers of a start. */
final class StartupAmount {

    static final double GIBI = 1024.0 * 1024 * 1024;
    private static final double NANOS = 1e9;

    private StartupAmount() {}

    static String of(Fact fact, double value) {
        return switch (fact.unit()) {
            case SECONDS -> seconds(value);
            case BYTES -> size(value);
            case COUNT -> Quantity.number(value);
        };
    }

    static String seconds(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.3f s" : "%.2f s", value);
    }

    static String time(Duration value) {
        return seconds(seconds(value));
    }

    static double seconds(Duration value) {
        return value.getSeconds() + value.getNano() / NANOS;
    }

    static String size(double bytes) {
        return String.format(Locale.ROOT, "%.2f GiB", bytes / GIBI);
    }
}
