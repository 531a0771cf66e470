// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the values of the current row of a result to a sink. Lists of integers are not in this result; {@link IdLists} reads them with
 * separate queries. Not thread-safe.
 */
final class RowReader {

    private final ResultSet values;
    private final List<String> names;
    private final List<ValueKind> kinds;
    private final Map<Integer, IdLists> lists;

    RowReader(ResultSet values, List<String> names, List<ValueKind> kinds, Map<Integer, IdLists> lists) {
        this.values = values;
        this.names = names;
        this.kinds = kinds;
        this.lists = lists;
    }

    /** Writes the value at a zero-based index of the result to a column of the sink. Writes nothing if the value is null. */
    void write(int index, int column, RowSink rows) throws SQLException, DatasetException {
        int position = index + 1;
        switch (kinds.get(index)) {
            case FLAG -> {
                boolean value = values.getBoolean(position);
                if (!values.wasNull()) {
                    rows.flag(column, value);
                }
            }
            case INTEGER -> {
                long value = values.getLong(position);
                if (!values.wasNull()) {
                    rows.integer(column, value);
                }
            }
            case NUMBER -> {
                double value = values.getDouble(position);
                if (!values.wasNull()) {
                    rows.number(column, value);
                }
            }
            case TEXT -> {
                byte[] text = values.getBytes(position);
                if (text != null) {
                    rows.text(column, text, 0, text.length);
                }
            }
            case INT_IDS, IDS, WIDE_IDS ->
                Objects.requireNonNull(lists.get(index)).writeNext(column, rows);
            default -> {
                String text = values.getString(position);
                if (text != null) {
                    writeText(text, index, column, rows);
                }
            }
        }
    }

    private void writeText(String text, int index, int column, RowSink rows) throws DatasetException {
        switch (kinds.get(index)) {
            case WIDE_INTEGER -> rows.integer(column, wide(text, index));
            case JSON, JSON_TEXT -> {
                if (!StandardJson.isStandard(text)) {
                    throw new DatasetException("the value in column \"" + names.get(index)
                            + "\" is not valid JSON, which supports neither NaN nor infinite numbers");
                }
                rows.json(column, text);
            }
            default -> rows.text(column, text);
        }
    }

    private long wide(String digits, int index) throws DatasetException {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new DatasetException(
                    "the number " + digits + " in column \"" + names.get(index) + "\" does not fit into 64 bits");
        }
    }
}
