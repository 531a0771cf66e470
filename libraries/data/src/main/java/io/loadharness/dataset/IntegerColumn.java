// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;

/** Whole numbers. */
public final class IntegerColumn extends ScalarColumn implements DatasetColumn {

    static final String TYPE = "integer";
    /** Beyond, a number with a fraction is not exact. */
    private static final long EXACT = 1L << 53;

    private final long[] values;

    private IntegerColumn(Data data) {
        super(data);
        this.values = Arrays.copyOf(data.values, data.rows);
    }

    /**
     * A whole number as one that may have a fraction.
     *
     * @throws DatasetException if it would be rounded; says which
     */
    public static double exact(long value) throws DatasetException {
        if (value > EXACT || value < -EXACT) {
            throw new DatasetException(
                    "the whole number " + value + " stands in a column with fractions, where numbers have 53 bits");
        }
        return value;
    }

    /** A number; 0 if it is missing. */
    public long get(int row) {
        return values[row];
    }

    @Override
    public String json(int row) {
        return isMissing(row) ? "null" : Long.toString(get(row));
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (!isMissing(row)) {
            sink.integer(column, values[row]);
        }
    }

    /** Collects the numbers. */
    static final class Data extends ScalarColumn.Data {

        private long[] values = new long[16];

        Data() {
            super(TYPE);
        }

        void add(long value) {
            values = rows < values.length ? values : Arrays.copyOf(values, rows + (rows >> 1));
            values[rows++] = value;
        }

        @Override
        void addDefault() {
            add(0);
        }

        /** The same as numbers that may have a fraction. */
        NumberColumn.Data asNumbers() throws DatasetException {
            NumberColumn.Data numbers = new NumberColumn.Data();
            for (int row = 0; row < rows; row++) {
                if (missing.get(row)) {
                    numbers.addMissing();
                } else {
                    numbers.add(exact(values[row]));
                }
            }
            return numbers;
        }

        @Override
        public DatasetColumn column() {
            return new IntegerColumn(this);
        }
    }
}
