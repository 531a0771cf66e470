package io.loadharness.dataset;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/** Numbers that may have a fraction. */
public final class NumberColumn implements Column {

    static final String TYPE = "number";

    private final double[] values;
    private final BitSet missing;

    private NumberColumn(double[] values, BitSet missing) {
        this.values = values;
        this.missing = missing;
    }

    /** A number in the digits that JSON Lines has it in. */
    public static String text(double value) {
        return NumberOutput.toString(value, true); // the JDK's digits are others since 19
    }

    /** A number; 0 if it is missing. */
    public double get(int row) {
        return values[row];
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public int rows() {
        return values.length;
    }

    @Override
    public boolean isMissing(int row) {
        return missing.get(Objects.checkIndex(row, values.length));
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

    /** Collects the numbers. */
    static final class Data implements ColumnData {

        private final BitSet missing = new BitSet();
        private double[] values = new double[16];
        private int rows;

        void add(double value) {
            values = rows < values.length ? values : Arrays.copyOf(values, rows + (rows >> 1));
            values[rows++] = value;
        }

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public void addMissing() {
            missing.set(rows);
            add(0);
        }

        @Override
        public Column column() {
            return new NumberColumn(Arrays.copyOf(values, rows), missing);
        }
    }
}
