// SPDX-License-Identifier: Apache-2.0
/**
 * A reader and a writer for Parquet files, and SQL queries over data sets, implemented with DuckDB. Other formats and the data set in
 * memory are in {@link io.loadharness.dataset}. Start with {@link ParquetFormat} and {@link DuckDbQuery}.
 */
@NullMarked
package io.loadharness.duckdb;

import org.jspecify.annotations.NullMarked;
