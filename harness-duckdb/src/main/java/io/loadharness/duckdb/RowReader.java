package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Gives the values of the row that a result stands at. For one thread. */
final class RowReader {

    private final ResultSet values;
    private final List<String> names;
    private final List<ValueKind> kinds;
    private int[] ids = new int[1024];

    RowReader(ResultSet values, List<String> names, List<ValueKind> kinds) {
        this.values = values;
        this.names = names;
        this.kinds = kinds;
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
            case INT_IDS, IDS, WIDE_IDS -> {
                Array list = values.getArray(place);
                if (list != null) {
                    giveIds((Object[]) list.getArray(), index, column, rows);
                }
            }
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

    private void giveIds(Object[] elements, int index, int column, RowSink rows) throws DatasetException {
        if (ids.length < elements.length) {
            ids = new int[elements.length];
        }
        for (int i = 0; i < elements.length; i++) {
            ids[i] = id(elements[i], i, index);
        }
        rows.integers(column, ids, 0, elements.length);
    }

    private int id(Object element, int place, int index) throws DatasetException {
        if (element == null) {
            throw new DatasetException(element(place, index) + " is missing");
        }
        long value = ((Number) element).longValue();
        if (value != (int) value) {
            throw new DatasetException(element(place, index) + " is beyond 32 bits");
        }
        return (int) value;
    }

    private String element(int place, int index) {
        return "element " + (place + 1) + " of the list in column \"" + names.get(index) + "\"";
    }
}
