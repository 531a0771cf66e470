// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntegerColumn;
import java.sql.SQLException;
import java.util.Arrays;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** The value of a column in the current row of a {@link StagingTable}. */
final class StagingValue {

    private @Nullable StagingType type;
    private long integer;
    private double number;
    private @Nullable Object other;

    /** Returns the type of the value; null if the current row has no value in this column. */
    @Nullable
    StagingType type() {
        return type;
    }

    void clear() {
        type = null;
        other = null;
    }

    void flag(boolean value) {
        type = StagingType.FLAG;
        integer = value ? 1 : 0;
    }

    void integer(long value) {
        type = StagingType.INTEGER;
        integer = value;
    }

    void number(double value) {
        type = StagingType.NUMBER;
        number = value;
    }

    void text(String value) {
        type = StagingType.TEXT;
        other = value;
    }

    void json(String value) {
        type = StagingType.JSON;
        other = value;
    }

    void ids(int[] values) {
        type = StagingType.IDS;
        other = values;
    }

    /**
     * Appends the value to the current row of an appender, converted to the type of the column.
     *
     * @param column the type of the column: the type of the value, or a wider type
     */
    void appendTo(DuckDBAppender appender, StagingType column) throws SQLException, DatasetException {
        if (type == null) {
            appender.appendNull();
            return;
        }
        switch (type) {
            case FLAG -> appender.append(integer != 0);
            case INTEGER -> appendInteger(appender, column);
            case NUMBER -> appender.append(number);
            case IDS -> appendIds(appender, column);
            case TEXT, JSON -> appender.append((String) other);
        }
    }

    private void appendInteger(DuckDBAppender appender, StagingType column) throws SQLException, DatasetException {
        if (column == StagingType.INTEGER) {
            appender.append(integer);
        } else {
            appender.append(IntegerColumn.exact(integer));
        }
    }

    private void appendIds(DuckDBAppender appender, StagingType column) throws SQLException {
        if (column == StagingType.IDS) {
            appender.append((int[]) other);
        } else {
            appender.append(Arrays.toString((int[]) other));
        }
    }
}
