package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.UUID;

/** Gathers the rows in a table, on disk what does not fit into memory, and copies it into a file when it is whole. */
final class ParquetWriter implements DatasetWriter {

    private static final String FAILED = "the Parquet file cannot be written: ";

    private final Path file;
    private final Database database;
    private final StagedTable table;

    private ParquetWriter(Path file, Database database) throws SQLException {
        this.file = file.toAbsolutePath();
        this.database = database;
        table = new StagedTable(database);
    }

    static ParquetWriter create(Path file) throws IOException {
        try {
            Database database = Database.open();
            try {
                database.spillOver();
                return new ParquetWriter(file, database);
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
        Path unfinished = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            table.finish();
            database.execute("COPY (SELECT " + new StagedStructure(database).columns() + " FROM data) TO "
                    + Sql.text(unfinished.toString()) + " (FORMAT parquet, COMPRESSION zstd)");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (SQLException e) {
            String reason = SqlError.reason(e).replace(unfinished.toString(), file.toString());
            throw DatasetException.of(FAILED + reason);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static DatasetException failure(SQLException e) {
        return DatasetException.of(FAILED + SqlError.reason(e));
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
