package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * The lists of whole numbers in one column, row by row. DuckDB hands them over as one column of numbers, before each list how long it is:
 * as lists, its driver would make an object of each number. For one thread.
 */
final class IdLists {

    private static final int NO_LIST = -1;

    private final ResultSet numbers;
    private final String name;
    private final boolean wide;
    private int[] ids = new int[1024];

    private IdLists(ResultSet numbers, String name, boolean wide) {
        this.numbers = numbers;
        this.name = name;
        this.wide = wide;
    }

    /**
     * Begins to read a column.
     *
     * @param from the relation and the column in it
     */
    static IdLists of(Database database, ValueKind kind, String column, String from, String name) throws SQLException {
        String sql = String.format(
                "SELECT unnest(CASE WHEN list IS NULL THEN [%d] ELSE list_prepend(CAST(len(list) AS %s), list) END) FROM (SELECT %s AS list FROM %s)",
                NO_LIST, kind == ValueKind.INT_IDS ? "INTEGER" : "BIGINT", kind.expression(column), from);
        return new IdLists(database.queryBeside(sql), name, kind != ValueKind.INT_IDS);
    }

    /** Gives the list of the next row, if it has one. */
    void give(int column, RowSink rows) throws SQLException, DatasetException {
        requireNext();
        int length = numbers.getInt(1);
        if (length == NO_LIST) {
            return;
        }
        ids = length <= ids.length ? ids : Arrays.copyOf(ids, length);
        for (int i = 0; i < length; i++) {
            requireNext();
            int id = wide ? narrow(numbers.getLong(1), i) : numbers.getInt(1);
            if (id == 0 && numbers.wasNull()) {
                throw new DatasetException(element(i) + " is missing");
            }
            ids[i] = id;
        }
        rows.integers(column, ids, 0, length);
    }

    private void requireNext() throws SQLException {
        if (!numbers.next()) {
            throw new SQLException("the lists in column \"" + name + "\" end too early");
        }
    }

    private int narrow(long value, int place) throws DatasetException {
        if (value != (int) value) {
            throw new DatasetException(element(place) + " is beyond 32 bits");
        }
        return (int) value;
    }

    private String element(int place) {
        return "element " + (place + 1) + " of the list in column \"" + name + "\"";
    }
}
