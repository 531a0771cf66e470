// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/**
 * Formats numbers and durations for people, with few decimals.
 *
 * <pre>{@code
 * String rate = Quantity.number(1234);                       // 1,234
 * String time = Quantity.duration(Duration.ofMillis(12));  // 12.00 ms
 * }</pre>
 */
public final class Quantity {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_IN_FULL = 1e18;
    private static final double SMALL_RATE = 0.1;

    private Quantity() {}

    /** Formats an integer with grouped thousands. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Formats a number with grouped thousands. Small numbers have decimals, and very large numbers have an exponent. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= MAX_IN_FULL) {
            return String.format(Locale.ROOT, "%.3e", value);
        }
        String format = size >= 1000 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Formats a rate for live displays: with at most two decimals, or with two significant digits if the rate is below 0.1. */
    public static String rate(double perSecond) {
        if (perSecond > 0 && perSecond < SMALL_RATE) {
            return new BigDecimal(perSecond)
                    .round(new MathContext(2))
                    .stripTrailingZeros()
                    .toPlainString();
        }
        String text =
                String.format(Locale.ROOT, perSecond >= 100 ? "%,.0f" : perSecond >= 10 ? "%.1f" : "%.2f", perSecond);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    /** Formats a duration in ns, µs, ms or s. */
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
