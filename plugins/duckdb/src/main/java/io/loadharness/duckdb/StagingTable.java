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
 * A database table for rows whose columns and types are not known in advance. The first value in a column determines the type of the
 * column. A later value can widen the type, for example from integer to number. Not thread-safe.
 */
final class StagingTable implements RowSink {

    private static final String TABLE = "staging";

    private final Database database;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<StagingValue> row = new ArrayList<>();

    /** The type of each column; null until the column gets its first value. */
    private final List<@Nullable StagingType> types = new ArrayList<>();

    /** The numbers of the columns that have a type, in their order in the database table. */
    private final List<Integer> typedColumns = new ArrayList<>();

    private @Nullable DuckDBAppender appender;
    private long rows;

    StagingTable(Database database) throws SQLException {
        this.database = database;
        // The table needs at least one column, but a row may have no values. Therefore the column "present" has a value
        // in every row.
        database.execute("CREATE TABLE " + TABLE + " (present BOOLEAN)");
    }

    @Override
    public int column(String name) {
        return numbers.computeIfAbsent(name, absent -> {
            row.add(new StagingValue());
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
                StagingType type = row.get(column).type();
                if (type != null) {
                    ensureType(column, type);
                }
            }
            append();
        } catch (SQLException e) {
            throw new DatasetException("the row cannot be stored: " + SqlErrors.reason(e));
        }
        row.forEach(StagingValue::clear);
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
        for (int column : typedColumns) {
            try {
                row.get(column).appendTo(appender, Objects.requireNonNull(types.get(column)));
            } catch (DatasetException e) {
                throw new DatasetException("column \"" + name(column) + "\": " + e.getMessage());
            }
        }
        appender.endRow();
    }

    private void ensureType(int column, StagingType type) throws SQLException, DatasetException {
        StagingType present = types.get(column);
        if (present == type) {
            return;
        }
        if (present == null) {
            add(column, type);
            return;
        }
        StagingType common = present.with(type)
                .orElseThrow(() -> new DatasetException("column \"" + name(column) + "\" has " + type.description()
                        + ", but earlier rows have " + present.description()));
        if (common != present) {
            widen(column, common);
        }
    }

    private void add(int column, StagingType type) throws SQLException {
        closeAppender();
        database.execute("ALTER TABLE " + TABLE + " ADD COLUMN " + id(column) + " " + type.sql());
        typedColumns.add(column);
        types.set(column, type);
    }

    private void widen(int column, StagingType type) throws SQLException, DatasetException {
        closeAppender();
        if (type == StagingType.NUMBER) {
            requireExact(column);
        }
        String value = type == StagingType.JSON ? "to_json(" + id(column) + ")" : id(column);
        database.execute(
                "ALTER TABLE " + TABLE + " ALTER COLUMN " + id(column) + " TYPE " + type.sql() + " USING " + value);
        types.set(column, type);
    }

    private void requireExact(int column) throws SQLException, DatasetException {
        try (ResultSet range =
                database.query("SELECT min(" + id(column) + "), max(" + id(column) + ") FROM " + TABLE)) {
            range.next();
            IntegerColumn.exact(name(column), range.getLong(1));
            IntegerColumn.exact(name(column), range.getLong(2));
        }
    }

    /** Ends writing, and creates the view {@code data} of this table. The view has the column names of the data set. */
    void finish() throws SQLException, DatasetException {
        requireDistinctNames();
        for (int column = 0; column < types.size(); column++) {
            if (types.get(column) == null) {
                add(column, StagingType.TEXT);
            }
        }
        closeAppender();
        if (types.isEmpty()) {
            throw DatasetException.of("the data set has no columns");
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
                        + "\" differ only in case, which DuckDB does not distinguish: rename one");
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
