// SPDX-License-Identifier: Apache-2.0
/** Parquet files as data sets, read and written, and SQL over data sets, by DuckDB. */
@NullMarked
package io.loadharness.duckdb;

import org.jspecify.annotations.NullMarked;
