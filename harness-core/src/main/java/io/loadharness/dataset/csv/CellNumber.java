package io.loadharness.dataset.csv;

import com.fasterxml.jackson.core.io.NumberInput;
import java.nio.charset.StandardCharsets;

/** Reads numbers as programs write them into texts. Used again for each. */
final class CellNumber {

    private static final String LARGEST = Long.toString(Long.MAX_VALUE);

    /** As many as no long lacks. */
    private static final int SAFE_DIGITS = 18;

    private boolean isWhole;
    private long whole;
    private double value;

    /** The value of what {@link #read} found to be whole. */
    long whole() {
        return whole;
    }

    /** The value of what it found to be whole or a number. */
    double value() {
        return isWhole ? whole : value;
    }

    /** Reads a text that is not empty, and says what it is. */
    CellType read(byte[] text, int from, int to) {
        if (readDigits(text, from, to)) {
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

    /** Reads nothing but digits and a point among them, as nearly all numbers are; returns whether it is such a number. */
    private boolean readDigits(byte[] text, int from, int to) {
        int digits = text[from] == '-' ? from + 1 : from;
        int at = digits;
        long all = 0;
        while (at < to && isDigit(text[at])) {
            all = 10 * all + text[at++] - '0';
        }
        int count = at - digits;
        isWhole = at == to;
        if (count == 0 || count > SAFE_DIGITS || (count > 1 && text[digits] == '0')) {
            return false;
        }
        if (isWhole) {
            whole = digits > from ? -all : all;
            return true;
        }
        if (text[at++] != '.') {
            return false;
        }
        int point = at;
        int significant = all == 0 ? 0 : count;
        while (at < to && isDigit(text[at])) {
            all = 10 * all + text[at++] - '0';
            significant += all == 0 ? 0 : 1;
        }
        if (at < to || significant > SAFE_DIGITS || to - point > Decimal.MOST_PLACES) {
            return false;
        }
        double positive = Decimal.of(all, to - point);
        value = digits > from ? -positive : positive;
        return true;
    }

    /** A text that is not empty; one that lost something as a number stays a text: a zero in front, digits that a long does not hold. */
    static CellType type(byte[] text, int from, int to) {
        int digits = from + (text[from] == '-' ? 1 : 0);
        int at = afterDigits(text, digits, to);
        int whole = at - digits;
        if (whole > 1 && text[digits] == '0') {
            return CellType.TEXT;
        }
        if (at == to && whole > 0) {
            return isLong(text, digits, to) ? CellType.INTEGER : CellType.TEXT;
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

    private static boolean isLong(byte[] text, int from, int to) {
        int length = to - from;
        return length < LARGEST.length()
                || (length == LARGEST.length() && latin(text, from, to).compareTo(LARGEST) <= 0);
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
