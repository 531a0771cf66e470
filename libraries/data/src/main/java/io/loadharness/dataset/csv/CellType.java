// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.nio.charset.StandardCharsets;

/** The type of a cell or of a whole column, derived from the text of the cells. */
enum CellType {
    /** The cell is empty. */
    NONE,
    FLAG,
    INTEGER,
    NUMBER,
    /** A list of integers in the format of JSON, Python or NumPy; not yet checked completely. */
    INTEGERS,
    TEXT;

    /** The characters that may occur in a list of integers, as a bit set. The codes of all these characters are less than 64. */
    private static final long LIST_CHARACTERS = bits(" ,-\t\r\n0123456789");

    /**
     * The number of characters that are checked at the start and at the end of a list. A complete check would take as long as parsing the
     * list.
     */
    private static final int MAX_CHECKED = 64;

    /** Returns the type of a column that contains cells of this type and of the other type. */
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
        int start = trimmedStart(text, from, to);
        int end = trimmedEnd(text, start, to);
        if (start == end) {
            return NONE;
        }
        return switch (text[start]) {
            case '[' -> isList(text, start, end) ? INTEGERS : TEXT;
            case 't', 'T', 'f', 'F' ->
                isFlag(new String(text, start, Math.min(6, end - start), StandardCharsets.ISO_8859_1)) ? FLAG : TEXT;
            default -> CellNumber.type(text, start, end);
        };
    }

    /** Returns the position of the first character that is not a blank. */
    static int trimmedStart(byte[] text, int from, int to) {
        int start = from;
        while (start < to && text[start] == ' ') {
            start++;
        }
        return start;
    }

    /** Returns the end of the text without trailing blanks. */
    static int trimmedEnd(byte[] text, int from, int to) {
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
        int start = from + 1;
        int end = to - 1;
        return areListCharacters(text, start, Math.min(end, start + MAX_CHECKED))
                && areListCharacters(text, Math.max(start, end - MAX_CHECKED), end);
    }

    private static boolean areListCharacters(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = text[i];
            if ((next < 0 || next >= Long.SIZE || ((LIST_CHARACTERS >>> next) & 1) == 0) && !isInEllipsis(text, i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if a position is within three dots. NumPy prints the dots in place of the middle values of a long list. A cell with
     * these dots has the type list; {@link CellIntegers} rejects it later with a clear message.
     */
    private static boolean isInEllipsis(byte[] text, int at) {
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
