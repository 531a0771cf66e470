// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.BitSet;

/** A column of booleans. */
public final class BooleanColumn extends ScalarColumn implements DatasetColumn {

    static final String TYPE = "flag";

    private final BitSet values;

    private BooleanColumn(Data data) {
        super(data);
        this.values = data.values;
    }

    /** Returns the value in a row; false if the value is missing. */
    public boolean get(int row) {
        return values.get(checked(row));
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
    static final class Data extends ScalarColumn.Data {

        private final BitSet values = new BitSet();

        Data() {
            super(TYPE);
        }

        void add(boolean value) {
            values.set(rows++, value);
        }

        @Override
        void addDefault() {
            add(false);
        }

        @Override
        public DatasetColumn column() {
            return new BooleanColumn(this);
        }
    }
}
