/** Parquet files as data sets, read and written, and SQL over data sets, by DuckDB. */
package io.loadharness.duckdb;
