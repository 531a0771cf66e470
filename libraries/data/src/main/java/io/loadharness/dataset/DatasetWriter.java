// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;

/** Takes rows for a file that appears as a whole or not at all. For one thread. */
public interface DatasetWriter extends RowSink, Closeable {

    /**
     * Makes the file appear. Nothing can be written afterwards.
     *
     * @throws DatasetException if the rows do not make a file of this format
     * @throws IOException if the file cannot be written, because the disk is full for instance
     */
    void finish() throws IOException;

    /** Lets go of everything; without {@link #finish} before, nothing was written. */
    @Override
    void close() throws IOException;
}
