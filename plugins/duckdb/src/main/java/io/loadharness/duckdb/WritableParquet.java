// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The writer for the format {@code parquet}: Apache Parquet, written by DuckDB and compressed with zstd. Lists of integers become lists of
 * 32-bit integers. Other lists and objects become lists and structs if all rows have the same fields. Otherwise they become JSON, so that
 * no data is lost.
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
