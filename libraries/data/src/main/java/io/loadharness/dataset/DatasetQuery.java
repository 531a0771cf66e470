// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;

/** Runs SQL statements on files. {@link java.util.ServiceLoader} finds the implementations, which must be stateless and thread-safe. */
public interface DatasetQuery {

    /**
     * Writes all rows of the result to a sink, in order.
     *
     * @param format the format of the file
     * @param statement one {@code SELECT} on the table {@code data}, which contains the rows of the file; no other table or file is
     *     accessible
     * @throws DatasetException if the file or the statement is invalid; the message gives the position and, for an unknown name, the
     *     nearest valid name
     * @throws IOException if the file cannot be read
     */
    void read(DatasetFormat format, DatasetSource source, String statement, RowSink result) throws IOException;
}
