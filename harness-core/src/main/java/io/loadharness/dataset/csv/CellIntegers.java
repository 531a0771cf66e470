package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;

/** Reads lists such as {@code [1, 2, 3]} and, as NumPy prints them, {@code [1 2 3]}. Used again for each. */
final class CellIntegers {

    /** How much of a malformed list is shown. */
    private static final int SHOWN = 20;

    private int[] values = new int[512];
    private int count;
    private String column;
    private char[] text;
    private int at;
    private int end;

    int[] values() {
        return values;
    }

    int count() {
        return count;
    }

    /** Reads what {@link CellType} takes for a list. */
    void parse(String ofColumn, char[] from, int first, int to) throws DatasetException {
        column = ofColumn;
        text = from;
        at = first + 1;
        end = to - 1;
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
        while (at < end && text[at] <= ' ') {
            at++;
        }
        return at < end;
    }

    private int number() throws DatasetException {
        int first = at;
        boolean isNegative = text[at] == '-';
        if (isNegative) {
            at++;
        }
        int digits = at;
        long value = 0;
        while (at < end && text[at] >= '0') {
            value = value * 10 + (text[at++] - '0');
            if (value > Integer.MAX_VALUE) {
                throw tooLarge(first);
            }
        }
        if (at == digits || (at < end && text[at] == '-')) {
            throw malformed(first);
        }
        return (int) (isNegative ? -value : value);
    }

    private void add(int value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    private DatasetException tooLarge(int first) {
        while (at < end && text[at] >= '0') {
            at++;
        }
        return new DatasetException("column \"" + column + "\" holds " + shown(first, at)
                + " in a list, where numbers go to " + Integer.MAX_VALUE);
    }

    private DatasetException malformed(int where) {
        if (text[where] == '.') {
            return new DatasetException("a list in column \"" + column
                    + "\" was shortened by NumPy when it was printed, so its values are lost: write lists by tolist()");
        }
        return new DatasetException("a list in column \"" + column + "\" is malformed at \"" + shown(where, end)
                + "\": between two numbers stands a comma or a blank");
    }

    private String shown(int from, int to) {
        return to - from <= SHOWN ? new String(text, from, to - from) : new String(text, from, SHOWN) + "...";
    }
}
