// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rows of a table that is stored in a pickle. */
interface PickleTable {

    /** Writes all rows, and releases each row after it is written. */
    void write(RowSink rows, CellWriter.ExpansionLimit expansion) throws DatasetException;

    static PickleTable of(Object value) throws DatasetException {
        if (value instanceof Instance frame && frame.is("DataFrame")) {
            return Frames.table(frame);
        } else if (value instanceof Instance series && series.is("Series")) {
            Object name = series.attribute("_name", "name");
            PickleColumn column = PandasColumns.of(series);
            return single(name instanceof String given ? given : defaultName(column), column, true);
        } else if (value instanceof Mapping columns) {
            return columns(columns);
        } else if (value instanceof PickleList rows && rows.length() > 0 && rows.get(0) instanceof Mapping) {
            return new RecordTable(rows);
        } else if (value instanceof PickleList || (value instanceof NdArray array && array.dimensions() > 0)) {
            PickleColumn column = PandasColumns.of(value);
            return single(defaultName(column), column, false);
        }
        throw new DatasetException(
                "the pickle holds " + PickleChecks.describe(value)
                        + " instead of a table: write a DataFrame, a dictionary of columns, a list of dictionaries, or an array");
    }

    /** Returns the name for a column that has no name in the pickle, depending on its first value. */
    private static String defaultName(PickleColumn column) throws DatasetException {
        Object first = column.length() == 0 ? PickleMachine.NONE : column.get(0);
        if (first instanceof String) {
            return "input";
        }
        return first instanceof PickleList || first instanceof NdArray ? "input_ids" : "value";
    }

    private static PickleTable single(String name, PickleColumn column, boolean nanIsMissing) {
        return new ColumnTable(List.of(name), List.of(column), nanIsMissing);
    }

    private static PickleTable columns(Mapping values) throws DatasetException {
        List<String> names = new ArrayList<>();
        List<PickleColumn> columns = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String name = values.name(i);
            Object value = values.value(i);
            if (!(value instanceof PickleColumn || value instanceof Instance)) {
                throw new DatasetException("key " + PickleChecks.quote(name) + " has " + PickleChecks.describe(value)
                        + "; in a dictionary of columns, each key must have a list or an array");
            }
            names.add(name);
            columns.add(PandasColumns.of(value));
        }
        return new ColumnTable(names, columns, false);
    }

    /**
     * A table that is stored by columns.
     *
     * @param nanIsMissing true if NaN is a missing value, as in pandas; false if NaN is a number
     */
    record ColumnTable(List<String> names, List<PickleColumn> columns, boolean nanIsMissing) implements PickleTable {

        /** Returns this table with an additional first column. Returns this table unchanged if a column already has that name. */
        ColumnTable with(String name, PickleColumn column) {
            if (names.contains(name)) {
                return this;
            }
            List<String> moreNames = new ArrayList<>(List.of(name));
            moreNames.addAll(names);
            List<PickleColumn> moreColumns = new ArrayList<>(List.of(column));
            moreColumns.addAll(columns);
            return new ColumnTable(moreNames, moreColumns, nanIsMissing);
        }

        @Override
        public void write(RowSink rows, CellWriter.ExpansionLimit expansion) throws DatasetException {
            int length = length();
            int[] numbers = new int[columns.size()];
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < numbers.length; i++) {
                if (!seen.add(names.get(i))) {
                    throw DatasetException.of(
                            "the pickle has two columns with the name " + PickleChecks.quote(names.get(i)));
                }
                numbers[i] = rows.column(names.get(i));
            }
            CellWriter cells = new CellWriter(rows, expansion, nanIsMissing);
            for (int row = 0; row < length; row++) {
                for (int i = 0; i < numbers.length; i++) {
                    cells.write(numbers[i], names.get(i), columns.get(i).get(row));
                }
                cells.endRow();
                for (PickleColumn column : columns) { // after the row is written, since two names may share a column
                    column.release(row);
                }
            }
        }

        private int length() throws DatasetException {
            if (columns.isEmpty()) {
                throw DatasetException.of("the table in the pickle has no columns");
            }
            int length = columns.get(0).length();
            for (int i = 1; i < columns.size(); i++) {
                if (columns.get(i).length() != length) {
                    throw DatasetException.of("column %s has %d values, but column %s has %d"
                            .formatted(
                                    PickleChecks.quote(names.get(i)),
                                    columns.get(i).length(),
                                    PickleChecks.quote(names.get(0)),
                                    length));
                }
            }
            return length;
        }
    }

    /** A table that is stored as a list of dictionaries, one for each row. */
    record RecordTable(PickleList records) implements PickleTable {

        @Override
        public void write(RowSink rows, CellWriter.ExpansionLimit expansion) throws DatasetException {
            CellWriter cells = new CellWriter(rows, expansion, false);
            int[] lastRow = {};
            for (int row = 0; row < records.length(); row++) {
                if (!(records.get(row) instanceof Mapping fields)) {
                    throw new DatasetException("the pickle is a list of dictionaries, but also contains "
                            + PickleChecks.describe(records.get(row)));
                }
                for (int i = 0; i < fields.size(); i++) {
                    String name = fields.name(i);
                    int column = rows.column(name);
                    if (column >= lastRow.length) {
                        lastRow = Arrays.copyOf(lastRow, 2 * column + 2);
                    }
                    if (lastRow[column] > row) {
                        throw new DatasetException("a dictionary has the key " + PickleChecks.quote(name) + " twice");
                    }
                    lastRow[column] = row + 1;
                    cells.write(column, name, fields.value(i));
                }
                cells.endRow();
                records.release(row);
            }
        }
    }
}
