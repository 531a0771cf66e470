// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * A table in a database that takes rows whose columns and types are not known beforehand. A column gets its type by its first value and
 * a wider one when a value needs it. For one thread.
 */
final class StagedTable implements RowSink {

    private static final String TABLE = "staged";

    private final Database database;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<StagedValue> row = new ArrayList<>();

    /** The type of each column, null without values until now. */
    private final List<@Nullable StagedType> types = new ArrayList<>();

    /** The columns with a type, in the order in which the table has them. */
    private final List<Integer> inTable = new ArrayList<>();

    private @Nullable DuckDBAppender appender;
    private long rows;

    StagedTable(Database database) throws SQLException {
        this.database = database;
        // One column that every row has: no table is without columns, but rows are.
        database.execute("CREATE TABLE " + TABLE + " (present BOOLEAN)");
    }

    @Override
    public int column(String name) {
        return numbers.computeIfAbsent(name, absent -> {
            row.add(new StagedValue());
            types.add(null);
            return numbers.size();
        });
    }

    @Override
    public void text(int column, String value) {
        row.get(column).text(value);
    }

    @Override
    public void integer(int column, long value) {
        row.get(column).integer(value);
    }

    @Override
    public void number(int column, double value) {
        row.get(column).number(value);
    }

    @Override
    public void flag(int column, boolean value) {
        row.get(column).flag(value);
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        row.get(column).ids(Arrays.copyOfRange(values, from, from + count));
    }

    @Override
    public void json(int column, String value) {
        row.get(column).json(value);
    }

    @Override
    public void endRow() throws DatasetException {
        try {
            for (int column = 0; column < row.size(); column++) {
                StagedType type = row.get(column).type();
                if (type != null) {
                    makeRoom(column, type);
                }
            }
            append();
        } catch (SQLException e) {
            throw new DatasetException("the row cannot be kept: " + SqlError.reason(e));
        }
        row.forEach(StagedValue::clear);
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    private void append() throws SQLException, DatasetException {
        if (appender == null) {
            appender = database.appender(TABLE);
        }
        appender.beginRow().append(true);
        for (int column : inTable) {
            row.get(column).appendTo(appender, Objects.requireNonNull(types.get(column)));
        }
        appender.endRow();
    }

    private void makeRoom(int column, StagedType type) throws SQLException, DatasetException {
        StagedType present = types.get(column);
        if (present == type) {
            return;
        }
        if (present == null) {
            add(column, type);
            return;
        }
        StagedType wide = present.with(type)
                .orElseThrow(() -> new DatasetException("column \"" + name(column) + "\" holds " + type.words()
                        + ", and held " + present.words() + " before"));
        if (wide != present) {
            widen(column, wide);
        }
    }

    private void add(int column, StagedType type) throws SQLException {
        closeAppender();
        database.execute("ALTER TABLE " + TABLE + " ADD COLUMN " + id(column) + " " + type.sql());
        inTable.add(column);
        types.set(column, type);
    }

    private void widen(int column, StagedType type) throws SQLException, DatasetException {
        closeAppender();
        if (type == StagedType.NUMBER) {
            requireExact(column);
        }
        String value = type == StagedType.JSON ? "to_json(" + id(column) + ")" : id(column);
        database.execute(
                "ALTER TABLE " + TABLE + " ALTER COLUMN " + id(column) + " TYPE " + type.sql() + " USING " + value);
        types.set(column, type);
    }

    private void requireExact(int column) throws SQLException, DatasetException {
        try (ResultSet ends = database.query("SELECT min(" + id(column) + "), max(" + id(column) + ") FROM " + TABLE)) {
            ends.next();
            IntegerColumn.exact(ends.getLong(1));
            IntegerColumn.exact(ends.getLong(2));
        }
    }

    /** Ends the writing and gives the rows to statements, under the names of their columns, as the table {@code data}. */
    void finish() throws SQLException, DatasetException {
        requireDistinctNames();
        for (int column = 0; column < types.size(); column++) {
            if (types.get(column) == null) {
                add(column, StagedType.TEXT);
            }
        }
        closeAppender();
        if (types.isEmpty()) {
            throw DatasetException.of("there are no columns");
        }
        List<String> names = List.copyOf(numbers.keySet());
        database.execute("CREATE VIEW data AS SELECT "
                + IntStream.range(0, names.size())
                        .mapToObj(column -> id(column) + " AS " + Sql.name(names.get(column)))
                        .collect(Collectors.joining(", "))
                + " FROM " + TABLE);
    }

    private void requireDistinctNames() throws DatasetException {
        Map<String, String> seen = new LinkedHashMap<>();
        for (String name : numbers.keySet()) {
            String other = seen.put(name.toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw DatasetException.of("the columns \"" + other + "\" and \"" + name
                        + "\" differ in capitals only, which neither SQL nor Parquet files by DuckDB tell apart");
            }
        }
    }

    private void closeAppender() throws SQLException {
        if (appender != null) {
            appender.close();
            appender = null;
        }
    }

    private static String id(int column) {
        return "c" + column;
    }

    private String name(int column) {
        return List.copyOf(numbers.keySet()).get(column);
    }
}
