// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

/**
 * The values of one name in a {@link Dataset}. Immutable; safe for any number of threads. What a value is, is for the implementations;
 * rows count from 0, and a row out of bounds is an {@link IndexOutOfBoundsException}.
 */
public sealed interface DatasetColumn permits TextColumn, IntListColumn, IntegerColumn, NumberColumn, FlagColumn {

    /** What messages call the type: {@code text}, {@code integer}. */
    String type();

    /** The number of rows. */
    int rows();

    /** Whether a row has no value. */
    boolean isMissing(int row);

    /** A value as JSON writes it, for people and for text formats; {@code null} as a text if it is missing. */
    String json(int row);

    /** Hands a value, if there is one, to a sink. */
    void write(int row, RowSink sink, int column) throws DatasetException;
}
