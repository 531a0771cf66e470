// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

/** A source of rows that is not a file, such as a generator. */
@FunctionalInterface
public interface RowSource {

    /**
     * Writes all rows, in order.
     *
     * @throws DatasetException if the sink rejects a row, or a row is invalid
     */
    void writeTo(RowSink rows) throws DatasetException;
}
