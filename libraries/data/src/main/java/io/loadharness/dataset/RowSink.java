// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.charset.StandardCharsets;

/**
 * A receiver of table rows. File readers and data generators write to a sink. In-memory data sets and file writers implement this
 * interface. Not thread-safe.
 *
 * <p>A row consists of the values that were set since the last {@link #endRow}, at most one per column. If a column was not set, its value
 * is missing in this row. After a method returns, the caller may reuse the array that it passed.
 *
 * <pre>{@code
 * int input = sink.column("input");
 * sink.text(input, "Hello");
 * sink.endRow();
 * }</pre>
 */
public interface RowSink {

    /**
     * Returns the number of the column with this name. If the column does not exist, this method adds the column. The values of a new
     * column are missing in the previous rows.
     */
    int column(String name);

    /** Sets a string. */
    void text(int column, String value) throws DatasetException;

    /** Sets a string from {@code length} bytes of well-formed UTF-8, starting at {@code utf8[from]}. */
    default void text(int column, byte[] utf8, int from, int length) throws DatasetException {
        text(column, new String(utf8, from, length, StandardCharsets.UTF_8));
    }

    /** Sets an integer. */
    void integer(int column, long value) throws DatasetException;

    /** Sets a floating-point number; NaN is allowed. */
    void number(int column, double value) throws DatasetException;

    /** Sets a boolean. */
    void flag(int column, boolean value) throws DatasetException;

    /** Sets a list of {@code count} integers, such as token ids, starting at {@code values[from]}. */
    void integers(int column, int[] values, int from, int count) throws DatasetException;

    /** Sets any other value, such as a list of strings, chat messages or an object, as JSON without line breaks. */
    void json(int column, String value) throws DatasetException;

    /**
     * Removes all columns and rows, if the sink supports this. A reader that may have to discard rows calls this method before it writes
     * the first row, to check that the sink can remove its rows.
     *
     * @return true if the sink is empty now
     */
    default boolean tryClear() {
        return false;
    }

    /** Ends the row. */
    void endRow() throws DatasetException;

    /** Returns the number of complete rows. */
    long rows();
}
