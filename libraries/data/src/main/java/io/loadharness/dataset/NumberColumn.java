// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.util.Arrays;

/** A column of floating-point numbers. */
public final class NumberColumn extends ScalarColumn implements DatasetColumn {

    static final String TYPE = "number";

    private final double[] values;

    private NumberColumn(Data data) {
        super(data);
        this.values = Arrays.copyOf(data.values, data.rows);
    }

    /** Formats a number with the digits that {@link JsonlFormat} writes. */
    public static String text(double value) {
        return NumberOutput.toString(value, true); // the digits of Double.toString changed in JDK 19
    }

    /** Returns the value in a row; 0 if the value is missing. */
    public double get(int row) {
        return values[row];
    }

    @Override
    public String json(int row) {
        return isMissing(row) || !Double.isFinite(get(row)) ? "null" : text(get(row));
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (!isMissing(row)) {
            sink.number(column, values[row]);
        }
    }

    /** Collects the values. */
    static final class Data extends ScalarColumn.Data {

        private double[] values = new double[16];

        Data() {
            super(TYPE);
        }

        void add(double value) {
            values = rows < values.length ? values : Arrays.copyOf(values, rows + (rows >> 1));
            values[rows++] = value;
        }

        @Override
        void addDefault() {
            add(0);
        }

        @Override
        public DatasetColumn column() {
            return new NumberColumn(this);
        }
    }
}
