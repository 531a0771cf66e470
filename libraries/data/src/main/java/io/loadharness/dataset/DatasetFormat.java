// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;

/**
 * Reads files of one format. Found by {@link java.util.ServiceLoader}: list it in {@code META-INF/services} or, in a module, under
 * {@code provides}. One that also writes is a {@link WritableFormat}. Has no state, so any thread may use it.
 */
public interface DatasetFormat {

    /** What users call the format: {@code jsonl}, {@code csv}, {@code parquet}. */
    String name();

    /**
     * How sure it is that a file is of this format, from 0 for certainly not to 100 for certainly; 50 and less is a guess from the name.
     * The surest format reads.
     */
    int likelihood(FileStart start);

    /**
     * Hands over every row, in order.
     *
     * @throws DatasetException if the content is not what it should be, truncated for instance
     * @throws IOException if the file cannot be read
     */
    void read(DatasetSource source, RowSink rows) throws IOException;
}
