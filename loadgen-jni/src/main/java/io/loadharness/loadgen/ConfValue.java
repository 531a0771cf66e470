// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The allowed values of a configuration line. Numbers that LoadGen misreads are rejected. For example, if a key requires an integer,
 * LoadGen reads {@code 010} as 8, {@code 1e3} as 1 and {@code -1} as 2⁶⁴-1.
 */
enum ConfValue {
    FLAG("0 or 1", BigDecimal.ZERO, BigDecimal.ONE),
    MODE("0 (SubmissionRun), 1 (AccuracyOnly), 2 (PerformanceOnly) or 3 (FindPeakPerformance)", "3"),
    COUNT("a whole number from 0 to 18446744073709551615", "18446744073709551615"),
    INT("a whole number from 0 to 2147483647", "2147483647"),
    DURATION("whole milliseconds from 0 to " + Limits.MAX_MILLIS, Long.toString(Limits.MAX_MILLIS)),
    BOUND("whole milliseconds from 0 to " + Limits.MAX_MILLIS, Long.toString(Limits.MAX_MILLIS)),
    LATENCY("milliseconds above 0, up to " + Limits.MAX_MILLIS, Double.MIN_NORMAL, Limits.MAX_MILLIS),
    RATE("a number above 0, in decimal digits", Double.MIN_NORMAL, Double.MAX_VALUE),
    PERCENTILE("a percentile from 1 up to, but not including, 100", 1, Math.nextDown(100.0)),
    THRESHOLD("a number from 0, in decimal digits", 0, Double.MAX_VALUE);

    private static final Pattern WHOLE = Pattern.compile("\\+?(0|[1-9][0-9]{0,39})");
    private static final Pattern HEX = Pattern.compile("\\+?0[xX]([0-9a-fA-F]{1,32})");
    private static final Pattern REAL =
            Pattern.compile("\\+?([0-9]{1,99}\\.?[0-9]{0,99}|\\.[0-9]{1,99})([eE][+-]?[0-9]{1,3})?");
    private static final Map<String, String> WORDS =
            Map.of("true", "1", "yes", "1", "on", "1", "false", "0", "no", "0", "off", "0");

    private final String requirement;
    private final boolean whole;
    private final BigDecimal min;
    private final BigDecimal max;

    ConfValue(String requirement, String max) {
        this(requirement, BigDecimal.ZERO, new BigDecimal(max));
    }

    ConfValue(String requirement, BigDecimal min, BigDecimal max) {
        this.requirement = requirement;
        this.whole = true;
        this.min = min;
        this.max = max;
    }

    ConfValue(String requirement, double min, double max) {
        this.requirement = requirement;
        this.whole = false;
        this.min = new BigDecimal(min);
        this.max = new BigDecimal(max);
    }

    /** Returns true if LoadGen reads a string as the number 1. */
    static boolean isOne(String text) {
        return FLAG.number(text).filter(BigDecimal.ONE::equals).isPresent();
    }

    /** Returns the allowed values, as text that follows "must be". */
    String requirement() {
        return requirement;
    }

    boolean accepts(String text) {
        return number(text).filter(this::inRange).isPresent();
    }

    /**
     * Returns an allowed value that is similar to a rejected text, for example {@code 1} for {@code true}; empty if there is no such value.
     */
    Optional<String> nearest(String text) {
        String plain = text.replaceAll("[_',](?=[0-9]{3}(?![0-9]))", "")
                .replace(',', '.')
                .toLowerCase(Locale.ROOT);
        return guess(WORDS.getOrDefault(plain, plain)).map(this::spelled).filter(this::accepts);
    }

    private Optional<BigDecimal> number(String text) {
        var hex = HEX.matcher(text);
        if (whole && hex.matches()) {
            return Optional.of(new BigDecimal(new BigInteger(hex.group(1), 16)));
        }
        return (whole ? WHOLE : REAL).matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private boolean inRange(BigDecimal number) {
        return number.compareTo(min) >= 0 && number.compareTo(max) <= 0;
    }

    private static Optional<BigDecimal> guess(String text) {
        String unsigned = text.startsWith("-") ? text.substring(1) : text;
        return REAL.matcher(unsigned).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private String spelled(BigDecimal number) {
        BigDecimal meant =
                this == PERCENTILE && number.compareTo(BigDecimal.ONE) < 0 ? number.movePointRight(2) : number;
        return whole
                ? meant.max(min).min(max).setScale(0, RoundingMode.HALF_UP).toPlainString()
                : meant.stripTrailingZeros().toString();
    }
}
