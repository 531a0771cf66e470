// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

/**
 * Counts the strings that spreadsheet programs treat as formulas, escapes them if requested, and forwards the rows to another sink. Such a
 * string starts with {@code =}, {@code +}, {@code -}, {@code @}, a tab or a carriage return. Line feeds before this character are ignored.
 * Not thread-safe.
 *
 * <pre>{@code
 * FormulaCells cells = new FormulaCells(writer, true);
 * cells.text(column, "=1+1"); // writes '=1+1
 * }</pre>
 */
public final class FormulaCells implements RowSink {

    private static final String STARTS = "=+-@\t\r";

    private final RowSink rows;
    private final boolean isEscaping;
    private long count;

    /**
     * Creates a sink.
     *
     * @param isEscaping true to write an apostrophe in front of each string that spreadsheet programs treat as a formula
     */
    public FormulaCells(RowSink rows, boolean isEscaping) {
        this.rows = rows;
        this.isEscaping = isEscaping;
    }

    /** Returns the number of strings so far that spreadsheet programs treat as formulas, including column names. */
    public long count() {
        return count;
    }

    private String checked(String text) {
        int first = 0;
        while (first < text.length() && text.charAt(first) == '\n') {
            first++;
        }
        if (first == text.length() || STARTS.indexOf(text.charAt(first)) < 0) {
            return text;
        }
        count++;
        return isEscaping ? "'" + text : text;
    }

    @Override
    public int column(String name) {
        return rows.column(checked(name));
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        rows.text(column, checked(value));
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        rows.integer(column, value);
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        rows.number(column, value);
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        rows.flag(column, value);
    }

    @Override
    public void integers(int column, int[] values, int from, int length) throws DatasetException {
        rows.integers(column, values, from, length);
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        rows.json(column, value);
    }

    @Override
    public boolean tryClear() {
        boolean isCleared = rows.tryClear();
        count = isCleared ? 0 : count;
        return isCleared;
    }

    @Override
    public void endRow() throws DatasetException {
        rows.endRow();
    }

    @Override
    public long rows() {
        return rows.rows();
    }
}
