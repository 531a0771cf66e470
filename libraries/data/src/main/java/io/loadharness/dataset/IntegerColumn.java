// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;

/** A column of 64-bit integers. */
public final class IntegerColumn extends ScalarColumn implements DatasetColumn {

    static final String TYPE = "integer";
    /** The limit up to which a double represents each integer exactly. */
    private static final long MAX_EXACT = 1L << 53;

    private final long[] values;

    private IntegerColumn(Data data) {
        super(data);
        this.values = Arrays.copyOf(data.values, data.rows);
    }

    /**
     * Converts an integer to a double.
     *
     * @throws DatasetException if the integer would be rounded; the message shows the integer
     */
    public static double exact(long value) throws DatasetException {
        if (value > MAX_EXACT || value < -MAX_EXACT) {
            throw new DatasetException("the integer " + value
                    + " does not fit exactly into a column of floating-point numbers, which are exact up to 53 bits");
        }
        return value;
    }

    /**
     * Converts an integer of a column to a double.
     *
     * @throws DatasetException if the integer would be rounded; the message names the column and the integer
     */
    public static double exact(String column, long value) throws DatasetException {
        try {
            return exact(value);
        } catch (DatasetException e) {
            throw new DatasetException("column \"" + column + "\": " + e.getMessage());
        }
    }

    /** Returns the value in a row; 0 if the value is missing. */
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

    /** Collects the values. */
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

        /**
         * Returns the values as floating-point numbers.
         *
         * @param name the name of the column for messages
         */
        NumberColumn.Data asNumbers(String name) throws DatasetException {
            NumberColumn.Data numbers = new NumberColumn.Data();
            for (int row = 0; row < rows; row++) {
                if (missing.get(row)) {
                    numbers.addMissing();
                } else {
                    numbers.add(exact(name, values[row]));
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
