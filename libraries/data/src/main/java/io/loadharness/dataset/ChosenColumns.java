// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.List;

/** Forwards only the chosen columns to another sink. Not thread-safe. */
final class ChosenColumns implements RowSink {

    private static final int DROPPED = -1;

    private final RowSink rows;
    private final List<String> chosen;
    private final List<String> names = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();

    ChosenColumns(RowSink rows, List<String> chosen) {
        this.rows = rows;
        this.chosen = chosen;
    }

    /** Checks after the last row that each chosen column exists. */
    void check() throws DatasetException {
        for (String each : chosen) {
            if (!names.contains(each)) {
                throw DatasetException.of("unknown column \"" + each + "\"" + Suggestions.hintAndNames(each, names));
            }
        }
    }

    @Override
    public int column(String name) {
        int known = names.indexOf(name);
        if (known >= 0) {
            return known;
        }
        names.add(name);
        numbers.add(chosen.contains(name) ? rows.column(name) : DROPPED);
        return names.size() - 1;
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        if (isChosen(column)) {
            rows.text(numbers.get(column), value);
        }
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        if (isChosen(column)) {
            rows.integer(numbers.get(column), value);
        }
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        if (isChosen(column)) {
            rows.number(numbers.get(column), value);
        }
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        if (isChosen(column)) {
            rows.flag(numbers.get(column), value);
        }
    }

    @Override
    public void integers(int column, int[] values, int from, int count) throws DatasetException {
        if (isChosen(column)) {
            rows.integers(numbers.get(column), values, from, count);
        }
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        if (isChosen(column)) {
            rows.json(numbers.get(column), value);
        }
    }

    private boolean isChosen(int column) {
        return numbers.get(column) != DROPPED;
    }

    @Override
    public void endRow() throws DatasetException {
        rows.endRow();
    }

    @Override
    public long rows() {
        return rows.rows();
    }
}
