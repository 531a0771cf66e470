// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;

/** Writes pickled values to a {@link RowSink}. The type of a value determines the method of the sink. */
final class CellWriter {

    private final RowSink rows;
    private final ExpansionLimit expansion;
    private final boolean nanIsMissing;

    CellWriter(RowSink rows, ExpansionLimit expansion, boolean nanIsMissing) {
        this.rows = rows;
        this.expansion = expansion;
        this.nanIsMissing = nanIsMissing;
    }

    /** Writes the value of a column in the current row. */
    void write(int column, String name, Object value) throws DatasetException {
        expansion.add(Long.BYTES);
        if (value instanceof PickleList list && (list.isInts() || list.length() == 0)) {
            expansion.add((long) Integer.BYTES * list.length());
            rows.integers(column, list.ints(), 0, list.length());
        } else if (value instanceof String text) {
            expansion.add(text.length());
            rows.text(column, text);
        } else if (value instanceof Long number) {
            rows.integer(column, number);
        } else if (value instanceof Double number) {
            if (!(nanIsMissing && number.isNaN())) {
                rows.number(column, number);
            }
        } else if (value instanceof Boolean flag) {
            rows.flag(column, flag);
        } else if (value instanceof NdArray array) {
            write(column, name, array.value());
        } else if (value instanceof PickleList || value instanceof Mapping) {
            rows.json(column, PickleJson.of(value, name, expansion));
        } else if (value != PickleMachine.NONE) {
            throw new DatasetException(PickleJson.unsupported(name, value));
        }
    }

    void endRow() throws DatasetException {
        rows.endRow();
    }

    /**
     * A limit on the total size of all rows, relative to the size of the file. A pickle stores a value once and may refer to it any number
     * of times. For example, a million rows may share a prompt. Without a limit, nested lists that repeat the same lists could turn a
     * kilobyte into a terabyte.
     */
    static final class ExpansionLimit {

        private static final long BASE_BYTES = 1L << 30;
        private static final long FACTOR = 256;

        private long left;

        ExpansionLimit(long fileBytes) {
            left = BASE_BYTES + FACTOR * fileBytes;
        }

        /** Adds a number of bytes to the total size of the rows. Throws an exception if the total exceeds the limit. */
        void add(long bytes) throws DatasetException {
            left -= bytes;
            if (left < 0) {
                throw new DatasetException("the rows of the pickle repeat the same values and are more than " + FACTOR
                        + " times as large as the file; rejected to protect memory");
            }
        }
    }
}
