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
 * SQL over files, by DuckDB. Parquet files are queried where they lie; files of other formats are read into a table first, beyond half of
 * the machine's memory on disk. Chat messages and the like are JSON to statements: {@code messages->0->>'content'}.
 */
public final class DuckDbQuery implements DatasetQuery {

    @Override
    public void read(DatasetFormat format, DatasetSource source, String statement, RowSink answer) throws IOException {
        try (Database database = Database.open()) {
            if (format instanceof ParquetFormat) {
                attach(source, database);
            } else {
                stage(format, source, database);
            }
            select(statement, database, answer);
        } catch (SQLException e) {
            throw DatasetException.of("the SQL cannot be answered: " + SqlError.reason(e));
        }
    }

    private static void attach(DatasetSource source, Database database) throws SQLException, IOException {
        Path file = source.file();
        ParquetFile.check(file);
        try {
            database.execute("CREATE VIEW data AS SELECT * FROM " + ParquetFile.scan(file));
        } catch (SQLException e) {
            throw ParquetFile.damaged(file, e);
        }
        database.spillOver();
        database.allowOnly(file.toString());
    }

    private static void stage(DatasetFormat format, DatasetSource source, Database database)
            throws SQLException, IOException {
        database.spillOver();
        var table = new StagedTable(database);
        try {
            format.read(source, table);
        } catch (DatasetException e) {
            throw e.orAt("row " + (table.rows() + 1));
        }
        table.finish();
        database.lock();
    }

    private static void select(String statement, Database database, RowSink answer)
            throws SQLException, DatasetException {
        try {
            database.execute("CREATE TABLE answer AS FROM query(" + Sql.text(statement) + ")");
            QueryAnswer.to("answer", database).writeTo(answer);
        } catch (SQLException e) {
            throw new StatementError(statement, database).explain(e);
        }
    }
}
