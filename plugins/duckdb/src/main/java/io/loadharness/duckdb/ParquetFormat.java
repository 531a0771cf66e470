// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The format {@code parquet}: Apache Parquet. DuckDB reads the file as a stream and keeps the order of its rows. The sink receives lists of
 * integers through {@link RowSink#integers}, other lists, structs and maps as JSON, dates and times as strings in UTC, and bytes as Base64.
 */
public final class ParquetFormat implements DatasetFormat {

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public int likelihood(FileStart start) {
        if (ParquetFile.matches(start)) {
            return 100;
        }
        return start.isNamed(".parquet") ? 50 : 0;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        Path file = source.file();
        ParquetFile.check(file);
        try (Database database = Database.open()) {
            database.execute("CREATE VIEW data AS SELECT * FROM " + ParquetFile.scan(file));
            database.allowOnly(file.toString());
            Relation.of("data", database).writeTo(rows);
        } catch (SQLException e) {
            throw ParquetFile.unreadable(file, e);
        }
    }
}
