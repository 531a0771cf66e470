// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers with their units, in three or more significant digits. */
public final class Quantity {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MOST_IN_FULL = 1e18;

    private Quantity() {}

    /** A whole number with groups of thousands. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A number with groups of thousands, or with an exponent if it is very large; with decimals only where it is small. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= MOST_IN_FULL) {
            return String.format(Locale.ROOT, "%.3e", value);
        }
        String format = size >= 1000 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** So many for each second, as exact as somebody who watches wants to know. */
    public static String rate(double perSecond) {
        String shown =
                String.format(Locale.ROOT, perSecond >= 100 ? "%,.0f" : perSecond >= 10 ? "%.1f" : "%.2f", perSecond);
        return shown.contains(".") ? shown.replaceFirst("\\.?0+$", "") : shown;
    }

    /** A duration in the unit that suits it. */
    public static String duration(Duration value) {
        double nanos = value.toNanos();
        if (nanos < NANOS_PER_MICRO) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        if (nanos < NANOS_PER_MILLI) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / NANOS_PER_MICRO);
        }
        return nanos < NANOS_PER_SECOND
                ? String.format(Locale.ROOT, "%.2f ms", nanos / NANOS_PER_MILLI)
                : String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
    }
}
