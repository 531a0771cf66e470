// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetQuery;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * SQL queries over files, executed by DuckDB. Parquet files are queried directly. Files of other formats are first read into a table, which
 * DuckDB moves to disk if the table exceeds half of the machine's memory. In SQL, chat messages and other nested values of these formats
 * have the type JSON: {@code SELECT messages->0->>'content' AS input FROM data}.
 */
public final class DuckDbQuery implements DatasetQuery {

    @Override
    public void read(DatasetFormat format, DatasetSource source, String statement, RowSink rows) throws IOException {
        try (Database database = Database.open()) {
            if (format instanceof ParquetFormat) {
                attach(source, database);
            } else {
                stage(format, source, database);
            }
            select(statement, database, rows);
        } catch (SQLException e) {
            throw DatasetException.of("the SQL query failed: " + SqlErrors.reason(e));
        }
    }

    private static void attach(DatasetSource source, Database database) throws SQLException, IOException {
        Path file = source.file();
        ParquetFile.check(file);
        try {
            database.execute("CREATE VIEW data AS SELECT * FROM " + ParquetFile.scan(file));
        } catch (SQLException e) {
            throw ParquetFile.unreadable(file, e);
        }
        database.enableSpilling();
        database.allowOnly(file.toString());
    }

    private static void stage(DatasetFormat format, DatasetSource source, Database database)
            throws SQLException, IOException {
        database.enableSpilling();
        var table = new StagingTable(database);
        try {
            format.read(source, table);
        } catch (DatasetException e) {
            throw e.withDefaultLocation("row " + (table.rows() + 1));
        }
        table.finish();
        database.lock();
    }

    private static void select(String statement, Database database, RowSink rows)
            throws SQLException, DatasetException {
        try {
            database.execute("CREATE TABLE result AS FROM query(" + Sql.text(statement) + ")");
            Relation.of("result", database).writeTo(rows);
        } catch (SQLException e) {
            throw new QueryDiagnostics(statement, database).explain(e);
        }
    }
}
