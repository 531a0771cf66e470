// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.charset.StandardCharsets;

/**
 * Takes a table row by row: what readers of files and generators of data write to, and what sets in memory and writers of files
 * implement. For one thread.
 *
 * <p>A row is the values that were given since the last {@link #endRow}, at most one for each column; a column without one has none in
 * this row. Arrays are the caller's again when a method returns.
 */
public interface RowSink {

    /** The number of a column. A name that was not asked for before makes a new column, without values in the rows until now. */
    int column(String name);

    /** Sets a text. */
    void text(int column, String value) throws DatasetException;

    /** Sets a text that is at hand as UTF-8, which must be well-formed: {@code utf8[from]} and the {@code length - 1} behind it. */
    default void text(int column, byte[] utf8, int from, int length) throws DatasetException {
        text(column, new String(utf8, from, length, StandardCharsets.UTF_8));
    }

    /** Sets a whole number. */
    void integer(int column, long value) throws DatasetException;

    /** Sets a number that may have a fraction, also NaN. */
    void number(int column, double value) throws DatasetException;

    /** Sets true or false. */
    void flag(int column, boolean value) throws DatasetException;

    /** Sets a list of whole numbers, such as token ids: {@code values[from]} and the {@code count - 1} behind it. */
    void integers(int column, int[] values, int from, int count) throws DatasetException;

    /** Sets anything else: a list of texts, chat messages, an object. Given as JSON, without line ends. */
    void json(int column, String value) throws DatasetException;

    /**
     * Forgets all columns and rows, if it still can. What writes asks before it begins with what may turn out to be wrong.
     *
     * @return whether it is empty now
     */
    default boolean forget() {
        return false;
    }

    /** Ends the row. */
    void endRow() throws DatasetException;

    /** The number of rows that were ended. */
    long rows();
}
