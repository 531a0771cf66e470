// SPDX-License-Identifier: Apache-2.0
/**
 * Tables as text: CSV with commas or semicolons, and TSV. JSON is in {@link io.loadharness.dataset}, Parquet in the module
 * {@code harness-duckdb}. Start reading at {@link io.loadharness.dataset.csv.CsvFormat}.
 */
@NullMarked
package io.loadharness.dataset.csv;

import org.jspecify.annotations.NullMarked;
