// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.util.Locale;

/** Units of time, of which a row of a table has one. */
enum TimeUnits {
    NANOSECONDS("ns", 1),
    MICROSECONDS("µs", 1e3),
    MILLISECONDS("ms", 1e6),
    SECONDS("s", 1e9);

    /** Above it, a row whose greatest value is in seconds would hide the others in their decimals. */
    private static final double MOST_MILLIS = 100_000;

    private final String symbol;
    private final double nanos;

    TimeUnits(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    /** The unit for a row with this greatest value. */
    static TimeUnits of(long greatestNanos) {
        double greatest = Math.abs((double) greatestNanos);
        if (greatest >= MOST_MILLIS * MILLISECONDS.nanos) {
            return SECONDS;
        }
        return greatest >= MILLISECONDS.nanos
                ? MILLISECONDS
                : greatest >= MICROSECONDS.nanos ? MICROSECONDS : NANOSECONDS;
    }

    String symbol() {
        return symbol;
    }

    String in(long valueNanos) {
        return in((double) valueNanos);
    }

    /** In at most six characters if it is no more than the greatest. */
    String in(double valueNanos) {
        double value = valueNanos / nanos;
        double size = Math.abs(value);
        String format = size >= 1000 || value == 0 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
