// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntegerColumn;
import java.sql.SQLException;
import java.util.Arrays;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** What a row holds in one column, until the row ends. */
final class StagedValue {

    private @Nullable StagedType type;
    private long integer;
    private double number;
    private @Nullable Object other;

    /** Null while the row has no value. */
    @Nullable
    StagedType type() {
        return type;
    }

    void clear() {
        type = null;
        other = null;
    }

    void flag(boolean value) {
        type = StagedType.FLAG;
        integer = value ? 1 : 0;
    }

    void integer(long value) {
        type = StagedType.INTEGER;
        integer = value;
    }

    void number(double value) {
        type = StagedType.NUMBER;
        number = value;
    }

    void text(String value) {
        type = StagedType.TEXT;
        other = value;
    }

    void json(String value) {
        type = StagedType.JSON;
        other = value;
    }

    void ids(int[] values) {
        type = StagedType.IDS;
        other = values;
    }

    /** @param column the type of the column, which holds values of this one's type */
    void appendTo(DuckDBAppender appender, StagedType column) throws SQLException, DatasetException {
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

    private void appendInteger(DuckDBAppender appender, StagedType column) throws SQLException, DatasetException {
        if (column == StagedType.INTEGER) {
            appender.append(integer);
        } else {
            appender.append(IntegerColumn.exact(integer));
        }
    }

    private void appendIds(DuckDBAppender appender, StagedType column) throws SQLException {
        if (column == StagedType.IDS) {
            appender.append((int[]) other);
        } else {
            appender.append(Arrays.toString((int[]) other));
        }
    }
}
