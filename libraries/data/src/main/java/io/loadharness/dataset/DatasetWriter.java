// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Writes rows to a file. The file appears only when it is complete. Not thread-safe. */
public interface DatasetWriter extends RowSink, Closeable {

    /**
     * Completes the file and moves it to its final path. After this call, rows cannot be written.
     *
     * @throws DatasetException if this format cannot store the rows
     * @throws IOException if the file cannot be written, for instance because the disk is full
     */
    void finish() throws IOException;

    /**
     * Returns the names of the columns that the file does not contain, because its format cannot store them. Call this method after
     * {@link #finish}. The default is an empty list.
     */
    default List<String> omittedColumns() {
        return List.of();
    }

    /** Releases all resources. If {@link #finish} was not called, deletes the incomplete file. */
    @Override
    void close() throws IOException;
}
