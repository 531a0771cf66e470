package io.loadharness.dataset;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/** Whole numbers. */
public final class IntegerColumn implements Column {

    static final String TYPE = "integer";
    /** Beyond, a number with a fraction is not exact. */
    private static final long EXACT = 1L << 53;

    private final long[] values;
    private final BitSet missing;

    private IntegerColumn(long[] values, BitSet missing) {
        this.values = values;
        this.missing = missing;
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
        return isMissing(row) ? "null" : Long.toString(get(row));
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (!isMissing(row)) {
            sink.integer(column, values[row]);
        }
    }

    /** Collects the numbers. */
    static final class Data implements ColumnData {

        private final BitSet missing = new BitSet();
        private long[] values = new long[16];
        private int rows;

        void add(long value) {
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
        public Column column() {
            return new IntegerColumn(Arrays.copyOf(values, rows), missing);
        }
    }
}
