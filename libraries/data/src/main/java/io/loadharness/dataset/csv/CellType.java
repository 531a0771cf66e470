// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.nio.charset.StandardCharsets;

/** What the cells of a column of text may hold, seen from their text. */
enum CellType {
    /** Nothing. */
    NONE,
    FLAG,
    INTEGER,
    NUMBER,
    /** A list of whole numbers as JSON, Python or NumPy write it; whether it is well-formed shows when it is read. */
    INTEGERS,
    TEXT;

    /** The characters of such lists, each a bit; all are less than 64. */
    private static final long LIST = bits(" ,-\t\r\n0123456789");

    /** How much of a list is looked at, at either end; all of it would take as long as reading it. */
    private static final int LOOKED_AT = 64;

    /** What a column is that holds both. */
    CellType and(CellType other) {
        if (this == other || other == NONE) {
            return this;
        }
        if (this == NONE) {
            return other;
        }
        boolean areNumbers = (this == INTEGER || this == NUMBER) && (other == INTEGER || other == NUMBER);
        return areNumbers ? NUMBER : TEXT;
    }

    static CellType of(byte[] text, int from, int to) {
        int begin = begin(text, from, to);
        int end = end(text, begin, to);
        if (begin == end) {
            return NONE;
        }
        return switch (text[begin]) {
            case '[' -> isList(text, begin, end) ? INTEGERS : TEXT;
            case 't', 'T', 'f', 'F' ->
                isFlag(new String(text, begin, Math.min(6, end - begin), StandardCharsets.ISO_8859_1)) ? FLAG : TEXT;
            default -> CellNumber.type(text, begin, end);
        };
    }

    /** Where the text begins, blanks aside. */
    static int begin(byte[] text, int from, int to) {
        int begin = from;
        while (begin < to && text[begin] == ' ') {
            begin++;
        }
        return begin;
    }

    /** Where it ends. */
    static int end(byte[] text, int from, int to) {
        int end = to;
        while (end > from && text[end - 1] == ' ') {
            end--;
        }
        return end;
    }

    private static boolean isList(byte[] text, int from, int to) {
        if (to - from < 2 || text[to - 1] != ']') {
            return false;
        }
        int begin = from + 1;
        int end = to - 1;
        return isOfList(text, begin, Math.min(end, begin + LOOKED_AT))
                && isOfList(text, Math.max(begin, end - LOOKED_AT), end);
    }

    private static boolean isOfList(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = text[i];
            if ((next < 0 || next >= Long.SIZE || ((LIST >>> next) & 1) == 0) && !isShortened(text, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is within the three dots for which NumPy leaves out values; a cell with them is a list, though one that is lost. */
    private static boolean isShortened(byte[] text, int at) {
        int first = at;
        while (first > at - 2 && text[first - 1] == '.') {
            first--;
        }
        return text[first] == '.' && text[first + 1] == '.' && text[first + 2] == '.';
    }

    private static boolean isFlag(String text) {
        return switch (text) {
            case "true", "True", "TRUE", "false", "False", "FALSE" -> true;
            default -> false;
        };
    }

    private static long bits(String characters) {
        return characters.chars().mapToLong(next -> 1L << next).reduce(0, (one, other) -> one | other);
    }
}
