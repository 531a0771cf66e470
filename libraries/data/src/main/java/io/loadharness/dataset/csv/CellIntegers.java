// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parses lists such as {@code [1, 2, 3]} and, as printed by NumPy, {@code [1 2 3]}. Reusable; not thread-safe. */
final class CellIntegers {

    /** The maximum number of bytes of a malformed list that an error message shows. */
    private static final int MAX_SHOWN = 20;

    /** The number of digits that always fit into 32 bits. */
    private static final int SAFE_DIGITS = 9;

    private int[] values = new int[512];
    private int count;
    private String column = "";
    private byte[] text = {};
    private int at;
    private int end;

    int[] values() {
        return values;
    }

    int count() {
        return count;
    }

    /** Parses a cell whose column has the type {@link CellType#INTEGERS}. */
    void parse(String ofColumn, byte[] from, int first, int to) throws DatasetException {
        column = ofColumn;
        text = from;
        at = first;
        end = to - 1;
        if (at == end || text[at] != '[' || text[end] != ']') {
            end = to;
            throw new DatasetException(
                    "column \"" + column + "\" contains lists, but this cell is \"" + shown(at, end) + "\"");
        }
        at++;
        count = 0;
        boolean isAfterComma = false;
        while (skipBlanks()) {
            add(number());
            isAfterComma = skipBlanks() && text[at] == ',';
            if (isAfterComma) {
                at++;
            }
        }
        if (isAfterComma) {
            throw malformed(end - 1);
        }
    }

    private boolean skipBlanks() {
        int next = at;
        while (next < end && text[next] <= ' ' && text[next] >= 0) {
            next++;
        }
        at = next;
        return next < end;
    }

    private int number() throws DatasetException {
        byte[] in = text;
        int first = at;
        int digits = in[first] == '-' ? first + 1 : first;
        int next = digits;
        int value = 0;
        while (next < end && isDigit(in[next])) {
            value = value * 10 + (in[next++] - '0');
        }
        at = next;
        if (next == digits || (next < end && in[next] != ',' && (in[next] > ' ' || in[next] < 0))) {
            throw malformed(first);
        }
        if (next - digits > SAFE_DIGITS) {
            return parsed(first, next);
        }
        return digits > first ? -value : value;
    }

    private int parsed(int first, int to) throws DatasetException {
        try {
            return Integer.parseInt(new String(text, first, to - first, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            throw tooLarge(first);
        }
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private void add(int value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    private DatasetException tooLarge(int first) {
        return new DatasetException("a list in column \"" + column + "\" contains " + shown(first, at)
                + "; elements must be between " + Integer.MIN_VALUE + " and " + Integer.MAX_VALUE);
    }

    private DatasetException malformed(int position) {
        if (isEllipsis(position) || isEllipsis(at)) {
            return new DatasetException("a list in column \"" + column
                    + "\" is incomplete, because NumPy shortened it when it was printed: write lists with tolist()");
        }
        if (text[at] == '.') {
            return new DatasetException("a list in column \"" + column + "\" contains the fraction "
                    + shown(position, endOfElement(position))
                    + ", but the lists of earlier rows contain integers: write integers");
        }
        return new DatasetException("a list in column \"" + column + "\" is malformed at \"" + shown(position, end)
                + "\": separate numbers by a comma or a blank");
    }

    /** Returns true if three dots start at a position. NumPy prints the dots in place of the middle values of a long list. */
    private boolean isEllipsis(int position) {
        return position + 3 <= end && text[position] == '.' && text[position + 1] == '.' && text[position + 2] == '.';
    }

    private int endOfElement(int from) {
        int next = from;
        while (next < end && text[next] != ',' && (text[next] > ' ' || text[next] < 0)) {
            next++;
        }
        return next;
    }

    private String shown(int from, int to) {
        return to - from <= MAX_SHOWN
                ? new String(text, from, to - from, StandardCharsets.UTF_8)
                : new String(text, from, MAX_SHOWN, StandardCharsets.UTF_8) + "...";
    }
}
