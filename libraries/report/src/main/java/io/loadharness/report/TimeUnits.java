// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.util.Locale;

/** Time units for rows of tables. All values in a row have the same unit. */
enum TimeUnits {
    NANOSECONDS("ns", 1),
    MICROSECONDS("µs", 1e3),
    MILLISECONDS("ms", 1e6),
    SECONDS("s", 1e9);

    /**
     * A row is shown in seconds if its largest value is at least this number of milliseconds. The limit is high, so that small values in
     * the same row keep their digits.
     */
    private static final double MAX_MILLIS = 100_000;

    private final String symbol;
    private final double nanos;

    TimeUnits(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    /** Returns the unit for a row whose largest value is {@code maxNanos}. */
    static TimeUnits of(long maxNanos) {
        double max = Math.abs((double) maxNanos);
        if (max >= MAX_MILLIS * MILLISECONDS.nanos) {
            return SECONDS;
        }
        return max >= MILLISECONDS.nanos ? MILLISECONDS : max >= MICROSECONDS.nanos ? MICROSECONDS : NANOSECONDS;
    }

    String symbol() {
        return symbol;
    }

    String in(long valueNanos) {
        return in((double) valueNanos);
    }

    /** Formats a value. The text has at most six characters if the value is not larger than the maximum of the row. */
    String in(double valueNanos) {
        double value = valueNanos / nanos;
        double size = Math.abs(value);
        String format = size >= 1000 || value == 0 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
