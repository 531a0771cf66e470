// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Apache Parquet, written by DuckDB and packed by zstd. Lists of whole numbers become lists of 32-bit integers. Other lists and objects become
 * lists and structs where all rows have the same fields, and JSON otherwise, so nothing is lost.
 */
public final class WritableParquet implements WritableFormat {

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public DatasetWriter create(Path file) throws IOException {
        return ParquetWriter.create(file);
    }
}
