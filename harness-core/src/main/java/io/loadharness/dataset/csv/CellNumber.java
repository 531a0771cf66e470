package io.loadharness.dataset.csv;

import com.fasterxml.jackson.core.io.NumberInput;

/** Numbers as programs write them into texts. */
final class CellNumber {

    private static final String LARGEST = Long.toString(Long.MAX_VALUE);

    private CellNumber() {}

    /** A text that is not empty; one that lost something as a number stays a text: a zero in front, digits that a long does not hold. */
    static CellType type(char[] text, int from, int to) {
        int digits = from + (text[from] == '-' ? 1 : 0);
        int at = afterDigits(text, digits, to);
        int whole = at - digits;
        if (whole > 1 && text[digits] == '0') {
            return CellType.TEXT;
        }
        if (at == to && whole > 0) {
            return isLong(text, digits, whole) ? CellType.INTEGER : CellType.TEXT;
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

    /** The value of what {@link #type} says to be whole. */
    static long parseWhole(char[] text, int from, int to) {
        int digits = text[from] == '-' ? from + 1 : from;
        long value = 0;
        for (int i = digits; i < to; i++) {
            value = value * 10 + (text[i] - '0');
        }
        return digits > from ? -value : value;
    }

    /** The value of what it says to be whole or a number. */
    static double parse(char[] text, int from, int to) {
        return switch (text[to - 1]) {
            case 'n', 'N' -> Double.NaN;
            case 'f', 'y' -> text[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            default -> NumberInput.parseDouble(text, from, to - from, true);
        };
    }

    private static int afterDigits(char[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    private static boolean isLong(char[] text, int from, int length) {
        return length < LARGEST.length()
                || (length == LARGEST.length() && new String(text, from, length).compareTo(LARGEST) <= 0);
    }

    private static boolean isNamed(char[] text, int from, int to) {
        return to - from <= 8
                && switch (new String(text, from, to - from)) {
                    case "nan", "NaN", "inf", "Infinity" -> true;
                    default -> false;
                };
    }

    private static boolean isExponent(char[] text, int from, int to) {
        if (text[from] != 'e' && text[from] != 'E') {
            return false;
        }
        int digits = from + 1;
        if (digits < to && (text[digits] == '-' || text[digits] == '+')) {
            digits++;
        }
        return digits < to && afterDigits(text, digits, to) == to;
    }
}
