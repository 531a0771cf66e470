// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads lists such as {@code [1, 2, 3]} and, as NumPy prints them, {@code [1 2 3]}. Used again for each. */
final class CellIntegers {

    /** How much of a malformed list is shown. */
    private static final int SHOWN = 20;

    /** As many as no whole number of 32 bits lacks. */
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

    /** Reads a cell of a column that {@link CellType} takes for one of lists. */
    void parse(String ofColumn, byte[] from, int first, int to) throws DatasetException {
        column = ofColumn;
        text = from;
        at = first;
        end = to - 1;
        if (at == end || text[at] != '[' || text[end] != ']') {
            end = to;
            throw new DatasetException("column \"" + column + "\" holds lists, and here \"" + shown(at, end) + "\"");
        }
        at++;
        count = 0;
        boolean mustFollow = false;
        while (skipBlanks()) {
            add(number());
            mustFollow = skipBlanks() && text[at] == ',';
            if (mustFollow) {
                at++;
            }
        }
        if (mustFollow) {
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
        if (next - digits > SAFE_DIGITS
                && !String.valueOf(value).equals(new String(in, digits, next - digits, StandardCharsets.ISO_8859_1))) {
            throw tooLarge(first);
        }
        return digits > first ? -value : value;
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
        return new DatasetException("column \"" + column + "\" holds " + shown(first, at)
                + " in a list, where numbers go to " + Integer.MAX_VALUE);
    }

    private DatasetException malformed(int where) {
        if (text[where] == '.' || text[at] == '.') {
            return new DatasetException("a list in column \"" + column
                    + "\" was shortened by NumPy when it was printed, so its values are lost: write lists by tolist()");
        }
        return new DatasetException("a list in column \"" + column + "\" is malformed at \"" + shown(where, end)
                + "\": between two numbers stands a comma or a blank");
    }

    private String shown(int from, int to) {
        return to - from <= SHOWN
                ? new String(text, from, to - from, StandardCharsets.UTF_8)
                : new String(text, from, SHOWN, StandardCharsets.UTF_8) + "...";
    }
}
