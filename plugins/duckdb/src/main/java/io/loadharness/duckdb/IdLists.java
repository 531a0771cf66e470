// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/**
 * The lists of whole numbers in one column, row by row. DuckDB hands them over as one column of numbers, before each list how long it is:
 * as lists, its driver would make an object of each number. For one thread.
 */
final class IdLists {

    private static final int NO_LIST = -1;

    private final Database database;
    private final String sql;
    private final String name;
    private final boolean wide;
    private final DuckDBChunkedResult chunks;
    private @Nullable DuckDBReadableVector numbers;
    private long at;
    private long end;
    private int[] ids = new int[1024];

    private IdLists(Database database, String sql, String name, boolean wide) throws SQLException {
        this.database = database;
        this.sql = sql;
        this.name = name;
        this.wide = wide;
        this.chunks = database.queryBeside(sql);
    }

    /**
     * Begins to read a column.
     *
     * @param from the relation with the column in it
     * @param name what messages call the column
     */
    static IdLists of(Database database, ValueKind kind, String column, String from, String name) throws SQLException {
        boolean wide = kind != ValueKind.INT_IDS;
        String type = wide ? "BIGINT" : "INTEGER";
        String sql = String.format(
                "SELECT unnest(CASE WHEN list IS NULL THEN [CAST(%d AS %s)] ELSE list_prepend(CAST(len(list) AS %s), list) END)"
                        + " FROM (SELECT %s AS list FROM %s)",
                NO_LIST, type, type, kind.expression(column), from);
        return new IdLists(database, sql, name, wide);
    }

    /** Gives the list of the next row, if it has one. */
    void give(int column, RowSink rows) throws SQLException, DatasetException {
        requireMore();
        int length = next(0);
        if (length == NO_LIST) {
            return;
        }
        ids = length <= ids.length ? ids : Arrays.copyOf(ids, length);
        for (int i = 0; i < length; ) {
            requireMore();
            for (int part = (int) Math.min(length, i + end - at); i < part; i++) {
                ids[i] = next(i);
            }
        }
        rows.integers(column, ids, 0, length);
    }

    private void requireMore() throws SQLException {
        while (at == end) {
            if (!chunks.nextChunk()) {
                throw database.failureOf(sql, new SQLException("the lists in column \"" + name + "\" end too early"));
            }
            numbers = chunks.chunk().vector(0);
            at = 0;
            end = chunks.chunk().rowCount();
        }
    }

    private int next(int place) throws DatasetException {
        DuckDBReadableVector read = Objects.requireNonNull(numbers);
        long value = wide ? read.getLong(at, Long.MIN_VALUE) : read.getInt(at, Integer.MIN_VALUE);
        if (value <= Integer.MIN_VALUE && read.isNull(at)) {
            throw new DatasetException(element(place) + " is missing");
        }
        if (value != (int) value) {
            throw new DatasetException(element(place) + " is beyond 32 bits");
        }
        at++;
        return (int) value;
    }

    private String element(int place) {
        return "element " + (place + 1) + " of the list in column \"" + name + "\"";
    }
}
