// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.BitSet;
import java.util.Objects;

/** The base class of the columns of integers, floating-point numbers and booleans. Stores which values are missing. */
abstract class ScalarColumn {

    private final String type;
    private final int rows;
    private final BitSet missing;

    ScalarColumn(Data data) {
        this.type = data.type;
        this.rows = data.rows;
        this.missing = data.missing;
    }

    public final String type() {
        return type;
    }

    public final int rows() {
        return rows;
    }

    public final boolean isMissing(int row) {
        return missing.get(checked(row));
    }

    /** Returns {@code row} after a check that the row exists. */
    final int checked(int row) {
        return Objects.checkIndex(row, rows);
    }

    /** Collects the values. */
    abstract static class Data implements ColumnBuilder.Values {

        final BitSet missing = new BitSet();
        int rows;
        private final String type;

        Data(String type) {
            this.type = type;
        }

        /** Adds a placeholder, such as 0, for a missing value. */
        abstract void addDefault();

        @Override
        public final String type() {
            return type;
        }

        @Override
        public final void addMissing() {
            missing.set(rows);
            addDefault();
        }
    }
}
