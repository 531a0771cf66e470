// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.BitSet;
import java.util.Objects;

/** The common parts of all columns with one value per row, independent of the type. */
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

    /** Returns the row after a check that it exists. */
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

        /** Adds the placeholder for a missing value. */
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
