// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects rows in memory. Not thread-safe. */
final class DatasetBuilder implements RowSink {

    private static final int MAX_COLUMNS = 10_000;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<ColumnBuilder> columns = new ArrayList<>();
    private int rows;
    private int valuesInRow;

    @Override
    public int column(String name) {
        return numbers.computeIfAbsent(name, added -> {
            columns.add(new ColumnBuilder(added, rows));
            return columns.size() - 1;
        });
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        open(column).text(value);
    }

    @Override
    public void text(int column, byte[] utf8, int from, int length) throws DatasetException {
        open(column).text(utf8, from, length);
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        open(column).integer(value);
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        open(column).number(value);
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        open(column).flag(value);
    }

    @Override
    public void integers(int column, int[] values, int from, int count) throws DatasetException {
        open(column).integers(values, from, count);
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        open(column).json(value);
    }

    @Override
    public boolean tryClear() {
        numbers.clear();
        columns.clear();
        rows = 0;
        valuesInRow = 0;
        return true;
    }

    @Override
    public void endRow() throws DatasetException {
        if (rows == Integer.MAX_VALUE) {
            throw new DatasetException("too many rows: the maximum is " + rows);
        }
        if (columns.size() > MAX_COLUMNS) {
            throw new DatasetException("too many columns: the maximum is " + MAX_COLUMNS + ", exceeded by \""
                    + columns.get(MAX_COLUMNS).name() + "\"; all rows of a data set must have the same keys");
        }
        rows++;
        if (valuesInRow < columns.size()) {
            addMissing();
        }
        valuesInRow = 0;
    }

    private void addMissing() {
        for (ColumnBuilder each : columns) {
            if (each.size() < rows) {
                each.missing();
            }
        }
    }

    @Override
    public long rows() {
        return rows;
    }

    /** Returns all columns. */
    Map<String, DatasetColumn> build() {
        Map<String, DatasetColumn> built = new LinkedHashMap<>();
        columns.forEach(each -> built.put(each.name(), each.column()));
        return built;
    }

    /** Returns the column with this number. */
    DatasetColumn built(int column) {
        return columns.get(column).column();
    }

    private ColumnBuilder open(int column) throws DatasetException {
        ColumnBuilder found = columns.get(column);
        if (found.size() > rows) {
            throw new DatasetException("column \"" + found.name() + "\" has two values in one row");
        }
        valuesInRow++;
        return found;
    }
}
