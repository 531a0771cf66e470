// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

/**
 * A column of a {@link Dataset}. Immutable and thread-safe. Each implementation has a method for its type of values. Rows are numbered from
 * 0. The methods throw an {@link IndexOutOfBoundsException} if a row does not exist.
 */
public sealed interface DatasetColumn permits TextColumn, IntListColumn, IntegerColumn, NumberColumn, BooleanColumn {

    /** Returns the name of the type in messages, such as {@code text} or {@code integer}. */
    String type();

    /** Returns the number of rows. */
    int rows();

    /** Returns true if a row has no value. */
    boolean isMissing(int row);

    /**
     * Returns a value as JSON, for display and for text formats. If the value is missing, returns the string {@code "null"}, not a null
     * reference.
     */
    String json(int row);

    /** Writes a value to a sink, unless the value is missing. */
    void write(int row, RowSink sink, int column) throws DatasetException;
}
