// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The writer for the format {@code parquet}: Apache Parquet, written by DuckDB and compressed with zstd. Lists of integers become lists of
 * 32-bit integers. A column with other JSON values becomes a column of lists and structs if its values have the same structure in all rows.
 * Otherwise the column stays JSON, so that no data is lost.
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
