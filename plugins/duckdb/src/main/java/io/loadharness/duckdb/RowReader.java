// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Gives the values of the row that a result stands at; lists of whole numbers come from results of their own. For one thread. */
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

    /** Gives the value in the {@code index}-th column, if there is one. */
    void give(int index, int column, RowSink rows) throws SQLException, DatasetException {
        int place = index + 1;
        switch (kinds.get(index)) {
            case FLAG -> {
                boolean value = values.getBoolean(place);
                if (!values.wasNull()) {
                    rows.flag(column, value);
                }
            }
            case INTEGER -> {
                long value = values.getLong(place);
                if (!values.wasNull()) {
                    rows.integer(column, value);
                }
            }
            case NUMBER -> {
                double value = values.getDouble(place);
                if (!values.wasNull()) {
                    rows.number(column, value);
                }
            }
            case TEXT -> {
                byte[] text = values.getBytes(place);
                if (text != null) {
                    rows.text(column, text, 0, text.length);
                }
            }
            case INT_IDS, IDS, WIDE_IDS ->
                Objects.requireNonNull(lists.get(index)).give(column, rows);
            default -> {
                String text = values.getString(place);
                if (text != null) {
                    giveText(text, index, column, rows);
                }
            }
        }
    }

    private void giveText(String text, int index, int column, RowSink rows) throws DatasetException {
        switch (kinds.get(index)) {
            case WIDE_INTEGER -> rows.integer(column, wide(text, index));
            case JSON, JSON_TEXT -> {
                if (!PlainJson.isPlain(text)) {
                    throw new DatasetException("the value in column \"" + names.get(index)
                            + "\" cannot be told in JSON, which knows neither NaN nor infinite numbers");
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
                    "the number " + digits + " in column \"" + names.get(index) + "\" is beyond 64 bits");
        }
    }
}
