// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;

/** Answers statements in SQL about files. Found by {@link java.util.ServiceLoader}; has no state, so any thread may use it. */
public interface DatasetQuery {

    /**
     * Hands over every row of the answer, in its order.
     *
     * @param format reads the file
     * @param statement one {@code SELECT}, to which the file is the table {@code data} and nothing else can be reached
     * @throws DatasetException if the file or the statement is not what it should be, with the place and, where there is one, the
     *     nearest right name
     * @throws IOException if the file cannot be read
     */
    void read(DatasetFormat format, DatasetSource source, String statement, RowSink answer) throws IOException;
}
