// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;

/**
 * A reader for files of one format, found by {@link java.util.ServiceLoader}. List an implementation in {@code META-INF/services} or, in a
 * Java module, under {@code provides}. If files of the format can also be written, the class also implements {@link WritableFormat}.
 * Implementations are stateless and thread-safe.
 */
public interface DatasetFormat {

    /** Returns the name for users, such as {@code jsonl}, {@code csv} or {@code parquet}. */
    String name();

    /**
     * Returns the likelihood that a file has this format, from 0 (impossible) to 100 (certain). A value of 50 or less is a guess from the
     * file name. The format with the highest likelihood reads the file.
     */
    int likelihood(FileStart start);

    /**
     * Writes all rows to the sink, in order.
     *
     * @throws DatasetException if the content is invalid, for instance truncated
     * @throws IOException if the file cannot be read
     */
    void read(DatasetSource source, RowSink rows) throws IOException;
}
