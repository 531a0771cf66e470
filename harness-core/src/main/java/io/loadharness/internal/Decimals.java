// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats measured numbers in sentences, with four significant digits and without trailing zeros. */
public final class Decimals {

    private static final int DIGITS = 4;

    private Decimals() {}

    /** Returns a number with four significant digits. All digits before the decimal point remain. */
    public static String text(double value) {
        return Double.isFinite(value) ? plain(rounded(BigDecimal.valueOf(value), DIGITS)) : String.valueOf(value);
    }

    /**
     * Formats a number like {@link #text(double)}, but with more digits if the rounded number would be equal to the limit or on the other
     * side of it.
     */
    public static String text(double value, double limit) {
        if (!Double.isFinite(value) || !Double.isFinite(limit) || value == limit) {
            return text(value);
        }
        int order = Double.compare(value, limit);
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal bound = BigDecimal.valueOf(limit);
        for (int digits = DIGITS; digits < exact.precision(); digits++) {
            BigDecimal rounded = rounded(exact, digits);
            if (Integer.signum(rounded.compareTo(bound)) == Integer.signum(order)) {
                return plain(rounded);
            }
        }
        return plain(exact);
    }

    private static BigDecimal rounded(BigDecimal value, int digits) {
        int decimals = digits - (value.precision() - value.scale());
        return value.setScale(Math.max(0, Math.min(decimals, value.scale())), RoundingMode.HALF_UP);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
