// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

/**
 * A column of a {@link Dataset}. Immutable and thread-safe. The implementations define the type of the values. The first row is 0. A row
 * out of bounds causes an {@link IndexOutOfBoundsException}.
 */
public sealed interface DatasetColumn permits TextColumn, IntListColumn, IntegerColumn, NumberColumn, FlagColumn {

    /** Returns the name of the type in messages, such as {@code text} or {@code integer}. */
    String type();

    /** Returns the number of rows. */
    int rows();

    /** Returns true if a row has no value. */
    boolean isMissing(int row);

    /** Returns a value as JSON, for display and for text formats; the text {@code null} if the value is missing. */
    String json(int row);

    /** Writes a value to a sink, unless the value is missing. */
    void write(int row, RowSink sink, int column) throws DatasetException;
}
