// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

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
     * Makes the writer pad short lists on the right, if its format can store only lists of equal length. Call this method before the first
     * row.
     *
     * @param id the value of the padding; no list may contain this value
     * @param messages receives a sentence if a list is padded
     * @return false if the format stores lists of any length and needs no padding; this is the default
     */
    default boolean padLists(int id, Consumer<String> messages) {
        return false;
    }

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
