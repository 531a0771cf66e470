// SPDX-License-Identifier: Apache-2.0
/** Parquet files and SQL queries for data sets, implemented with DuckDB. */
module io.loadharness.duckdb {
    requires duckdb.jdbc;
    requires io.loadharness.data;
    requires java.sql;
    requires static org.jspecify;

    provides io.loadharness.dataset.DatasetFormat with
            io.loadharness.duckdb.ParquetFormat;
    provides io.loadharness.dataset.DatasetQuery with
            io.loadharness.duckdb.DuckDbQuery;
    provides io.loadharness.dataset.WritableFormat with
            io.loadharness.duckdb.WritableParquet;
}
