package io.loadharness.dataset;

import java.util.BitSet;
import java.util.Objects;

/** True or false. */
public final class FlagColumn implements Column {

    static final String TYPE = "flag";

    private final int rows;
    private final BitSet values;
    private final BitSet missing;

    private FlagColumn(int rows, BitSet values, BitSet missing) {
        this.rows = rows;
        this.values = values;
        this.missing = missing;
    }

    /** A value; false if it is missing. */
    public boolean get(int row) {
        return values.get(Objects.checkIndex(row, rows));
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public boolean isMissing(int row) {
        return missing.get(Objects.checkIndex(row, rows));
    }

    @Override
    public String json(int row) {
        return isMissing(row) ? "null" : Boolean.toString(get(row));
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (!isMissing(row)) {
            sink.flag(column, get(row));
        }
    }

    /** Collects the values. */
    static final class Data implements ColumnData {

        private final BitSet values = new BitSet();
        private final BitSet missing = new BitSet();
        private int rows;

        void add(boolean value) {
            values.set(rows++, value);
        }

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public void addMissing() {
            missing.set(rows++);
        }

        @Override
        public Column column() {
            return new FlagColumn(rows, values, missing);
        }
    }
}
