// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.AtomicFile;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Writes rows to a Parquet file. Collects the rows in a database table, which spills to disk if necessary, and copies the complete table to
 * the file at the end.
 */
final class ParquetWriter implements DatasetWriter {

    private static final String FAILED = "the Parquet file cannot be written: ";

    private final AtomicFile file;
    private final Database database;
    private final StagingTable table;

    private ParquetWriter(AtomicFile file, Database database) throws SQLException {
        this.file = file;
        this.database = database;
        table = new StagingTable(database);
    }

    static ParquetWriter create(Path file) throws IOException {
        AtomicFile unfinished = new AtomicFile(file);
        try {
            Database database = Database.open();
            try {
                database.enableSpilling();
                return new ParquetWriter(unfinished, database);
            } catch (SQLException e) {
                database.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public void finish() throws IOException {
        try (file) {
            table.finish();
            database.execute("COPY (SELECT " + new JsonSchemaInference(database).selectList() + " FROM data) TO "
                    + Sql.text(file.temporaryPath().toString()) + " (FORMAT parquet, COMPRESSION zstd)");
            file.finish();
        } catch (SQLException e) {
            String reason = SqlErrors.reason(e).replace(file.temporaryPath().toString(), file.toString());
            throw DatasetException.of(FAILED + reason);
        }
    }

    private static DatasetException failure(SQLException e) {
        return DatasetException.of(FAILED + SqlErrors.reason(e));
    }

    @Override
    public void close() throws IOException {
        try {
            database.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public int column(String name) {
        return table.column(name);
    }

    @Override
    public void text(int column, String value) {
        table.text(column, value);
    }

    @Override
    public void integer(int column, long value) {
        table.integer(column, value);
    }

    @Override
    public void number(int column, double value) {
        table.number(column, value);
    }

    @Override
    public void flag(int column, boolean value) {
        table.flag(column, value);
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        table.integers(column, values, from, count);
    }

    @Override
    public void json(int column, String value) {
        table.json(column, value);
    }

    @Override
    public void endRow() throws DatasetException {
        table.endRow();
    }

    @Override
    public long rows() {
        return table.rows();
    }
}
