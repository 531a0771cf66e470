// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Text of floating-point numbers as Python prints them, because MLPerf's checker reads the output of Python scripts. */
final class FloatText {

    private static final int MAX_DIGITS = 17;

    private FloatText() {}

    /** Returns the number with a fixed count of decimals. Rounds the exact binary value to the nearest decimal, and ties to even. */
    static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Returns the number nearest to {@link #fixed}. */
    static double rounded(double value, int decimals) {
        return decimals >= AccuracyBound.EXACT ? value : Double.parseDouble(fixed(value, decimals));
    }

    /** Returns the shortest decimal number that is read as the same floating-point number, with at least one decimal. */
    static String shortest(double value) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal shorter = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (shorter.doubleValue() == value) {
                return plain(shorter);
            }
        }
        return plain(exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN)));
    }

    private static String plain(BigDecimal value) {
        BigDecimal stripped = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        return stripped.setScale(Math.max(1, stripped.scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
