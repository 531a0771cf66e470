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
 * Reads a column of integer lists, one list per row. The SQL query of this class returns plain integers: for each list, its length and then
 * its elements. A null list has the length -1. If the query returned lists, the driver would create an object for each integer. Not
 * thread-safe.
 */
final class IdLists {

    private static final int NO_LIST = -1;

    private final Database database;
    private final String sql;
    private final String name;
    private final boolean isLong;
    private final DuckDBChunkedResult chunks;
    private @Nullable DuckDBReadableVector integers;
    private long at;
    private long end;
    private int[] ids = new int[1024];

    private IdLists(Database database, String sql, String name, boolean isLong) throws SQLException {
        this.database = database;
        this.sql = sql;
        this.name = name;
        this.isLong = isLong;
        this.chunks = database.queryChunked(sql);
    }

    /**
     * Starts a query that reads a column.
     *
     * @param from the SQL of the relation that contains the column
     * @param name the column name for error messages
     */
    static IdLists of(Database database, ValueKind kind, String column, String from, String name) throws SQLException {
        boolean isLong = kind != ValueKind.INT_IDS;
        String type = isLong ? "BIGINT" : "INTEGER";
        String sql = String.format(
                "SELECT unnest(CASE WHEN list IS NULL THEN [CAST(%d AS %s)] ELSE list_prepend(CAST(len(list) AS %s), list) END)"
                        + " FROM (SELECT %s AS list FROM %s)",
                NO_LIST, type, type, kind.expression(column), from);
        return new IdLists(database, sql, name, isLong);
    }

    /** Writes the list of the next row to a column of the sink. Writes nothing if the list is null. */
    void writeNext(int column, RowSink rows) throws SQLException, DatasetException {
        requireNext();
        int length = next(0);
        if (length == NO_LIST) {
            return;
        }
        ids = length <= ids.length ? ids : Arrays.copyOf(ids, length);
        for (int i = 0; i < length; ) {
            requireNext();
            for (int chunkEnd = (int) Math.min(length, i + end - at); i < chunkEnd; i++) {
                ids[i] = next(i);
            }
        }
        rows.integers(column, ids, 0, length);
    }

    private void requireNext() throws SQLException {
        while (at == end) {
            if (!chunks.nextChunk()) {
                throw database.findError(
                        sql, new SQLException("column \"" + name + "\" has fewer lists than the result has rows"));
            }
            integers = chunks.chunk().vector(0);
            at = 0;
            end = chunks.chunk().rowCount();
        }
    }

    private int next(int index) throws DatasetException {
        DuckDBReadableVector read = Objects.requireNonNull(integers);
        long value = isLong ? read.getLong(at, Long.MIN_VALUE) : read.getInt(at, Integer.MIN_VALUE);
        if (value <= Integer.MIN_VALUE && read.isNull(at)) {
            throw new DatasetException(element(index) + " is null");
        }
        if (value != (int) value) {
            throw new DatasetException(element(index) + " does not fit into 32 bits");
        }
        at++;
        return (int) value;
    }

    private String element(int index) {
        return "element " + (index + 1) + " of the list in column \"" + name + "\"";
    }
}
