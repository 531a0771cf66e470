// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Locale;

/** Formats numbers for messages. Small integers are written in full, and all other numbers in the form {@code 1.2e12}. */
final class ReadableNumber {

    private static final double LARGE = 1e9;
    private static final double MAX_EXACT = 1e15;
    private static final double GIB = 1 << 30;

    private ReadableNumber() {}

    static String of(double count) {
        boolean plain = count < LARGE && count == Math.rint(count);
        return plain ? String.format(Locale.ROOT, "%.0f", count) : compact(count);
    }

    /**
     * Formats a limit, or a value that is compared with a limit. Integers are written in full, because rounded numbers could look equal.
     */
    static String exact(double value) {
        return Math.abs(value) < MAX_EXACT && value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : of(value);
    }

    static String ofBytes(double bytes) {
        double gib = bytes / GIB;
        return (gib < LARGE ? String.format(Locale.ROOT, "%.1f", gib) : compact(gib)) + " GiB";
    }

    private static String compact(double value) {
        return String.format(Locale.ROOT, "%.3g", value).replace("e+", "e");
    }
}
