// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import com.fasterxml.jackson.core.io.NumberInput;
import java.nio.charset.StandardCharsets;

/** Parses the usual text formats of numbers. Reusable; not thread-safe. */
final class CellNumber {

    private static final String MAX_LONG_DIGITS = Long.toString(Long.MAX_VALUE);
    private static final String MIN_LONG_DIGITS = Long.toString(Long.MIN_VALUE).substring(1);

    private static final int TOO_MANY = -1;

    private boolean isWhole;
    private long digitsValue;
    private long whole;
    private double value;

    /** Returns true if the number that was read last has no decimal point. */
    boolean isWhole() {
        return isWhole;
    }

    /** Returns the number that was read last. Valid only if {@link #isWhole} returns true. */
    long whole() {
        return whole;
    }

    /** Returns the last number that was read, converted to floating point. */
    double value() {
        return isWhole ? whole : value;
    }

    /** Parses a cell and returns its type. The cell must not be empty. */
    CellType read(byte[] text, int from, int to) {
        if (readDigits(text, from, to) == to) {
            return isWhole ? CellType.INTEGER : CellType.NUMBER;
        }
        CellType type = type(text, from, to);
        isWhole = type == CellType.INTEGER;
        if (isWhole) {
            whole = Long.parseLong(latin(text, from, to));
        } else if (type == CellType.NUMBER) {
            value = parse(text, from, to);
        }
        return type;
    }

    /**
     * Parses a number that consists of an optional minus sign, digits and an optional decimal point. Nearly all numbers have this form. The
     * caller must check that the number ends at the returned position.
     *
     * @return the end of the number, at most {@code to}; {@code from} if the text does not start with a number of this form
     */
    int readDigits(byte[] text, int from, int to) {
        boolean isNegative = text[from] == '-';
        int digits = isNegative ? from + 1 : from;
        digitsValue = 0;
        int point = addDigits(text, digits, to);
        if (point <= digits || (point > digits + 1 && text[digits] == '0')) {
            return from;
        }
        isWhole = point == to || text[point] != '.';
        if (isWhole) {
            whole = isNegative ? -digitsValue : digitsValue;
            return point;
        }
        int end = addDigits(text, point + 1, to);
        int places = end - point - 1;
        if (end < point || places > Decimal.MAX_PLACES) {
            return from;
        }
        double positive = Decimal.of(digitsValue, places);
        value = isNegative ? -positive : positive;
        return end;
    }

    /**
     * Appends the digits at {@code from} to the number. Returns the position after the last digit, or -1 if the number could exceed a long.
     */
    private int addDigits(byte[] text, int from, int to) {
        int at = from;
        int count;
        do {
            long next = Digits.at(text, at);
            count = Math.min(Digits.count(next), to - at);
            if (digitsValue >= Digits.LIMITS[count]) {
                return TOO_MANY;
            }
            digitsValue = digitsValue * Digits.POWERS[count] + Digits.value(next, count);
            at += count;
        } while (count == Long.BYTES);
        return at;
    }

    /**
     * Returns the type of a string, which must not be empty. A number with leading zeros, or an integer that does not fit into a long, has
     * the type text, because the conversion to a number would lose digits.
     */
    static CellType type(byte[] text, int from, int to) {
        int digits = from + (text[from] == '-' ? 1 : 0);
        int at = afterDigits(text, digits, to);
        int whole = at - digits;
        if (whole > 1 && text[digits] == '0') {
            return CellType.TEXT;
        }
        if (at == to && whole > 0) {
            return isLong(text, from, digits, to) ? CellType.INTEGER : CellType.TEXT;
        }
        int fraction = 0;
        if (at < to && text[at] == '.') {
            int end = afterDigits(text, at + 1, to);
            fraction = end - at - 1;
            at = end;
        }
        if (whole + fraction == 0) {
            return isNamed(text, digits, to) ? CellType.NUMBER : CellType.TEXT;
        }
        return at == to || isExponent(text, at, to) ? CellType.NUMBER : CellType.TEXT;
    }

    private static double parse(byte[] text, int from, int to) {
        return switch (text[to - 1]) {
            case 'n', 'N' -> Double.NaN;
            case 'f', 'y' -> text[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            default -> NumberInput.parseDouble(latin(text, from, to), true);
        };
    }

    private static int afterDigits(byte[] text, int from, int to) {
        int at = from;
        while (at < to && isDigit(text[at])) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isLong(byte[] text, int from, int digits, int to) {
        String limit = digits > from ? MIN_LONG_DIGITS : MAX_LONG_DIGITS;
        int length = to - digits;
        return length < limit.length()
                || (length == limit.length() && latin(text, digits, to).compareTo(limit) <= 0);
    }

    private static boolean isNamed(byte[] text, int from, int to) {
        return to - from <= 8
                && switch (latin(text, from, to)) {
                    case "nan", "NaN", "inf", "Infinity" -> true;
                    default -> false;
                };
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        if (text[from] != 'e' && text[from] != 'E') {
            return false;
        }
        int digits = from + 1;
        if (digits < to && (text[digits] == '-' || text[digits] == '+')) {
            digits++;
        }
        return digits < to && afterDigits(text, digits, to) == to;
    }

    private static String latin(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
