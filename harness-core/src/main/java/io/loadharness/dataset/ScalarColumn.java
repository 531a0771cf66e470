package io.loadharness.dataset;

import java.util.BitSet;
import java.util.Objects;

/** A column with one value per row: its length, and the rows without a value. */
abstract class ScalarColumn {

    private final int rows;
    private final BitSet missing;

    ScalarColumn(Data data) {
        this.rows = data.rows;
        this.missing = data.missing;
    }

    public final int rows() {
        return rows;
    }

    public final boolean isMissing(int row) {
        return missing.get(checked(row));
    }

    /** Returns the row if it exists. */
    final int checked(int row) {
        return Objects.checkIndex(row, rows);
    }

    /** Collects the values. */
    abstract static class Data implements ColumnBuilder.Values {

        final BitSet missing = new BitSet();
        int rows;

        /** Adds the value that stands for none. */
        abstract void addDefault();

        @Override
        public final void addMissing() {
            missing.set(rows);
            addDefault();
        }
    }
}
