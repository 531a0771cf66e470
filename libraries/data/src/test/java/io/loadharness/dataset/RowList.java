// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records rows as maps, with integers as longs; checks that readers follow the contract of a sink. */
public final class RowList implements RowSink {

    private final List<String> names = new ArrayList<>();
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private Map<String, Object> row = new LinkedHashMap<>();

    public List<Map<String, Object>> list() {
        return rows;
    }

    public List<String> names() {
        return names;
    }

    @Override
    public int column(String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    @Override
    public void text(int column, String value) {
        put(column, value);
    }

    @Override
    public void integer(int column, long value) {
        put(column, value);
    }

    @Override
    public void number(int column, double value) {
        put(column, value);
    }

    @Override
    public void flag(int column, boolean value) {
        put(column, value);
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        put(
                column,
                Arrays.stream(values, from, from + count).asLongStream().boxed().toList());
    }

    @Override
    public void json(int column, String value) {
        put(column, value);
    }

    private void put(int column, Object value) {
        if (row.put(names.get(column), value) != null) {
            throw new IllegalStateException("two values of " + names.get(column) + " in a row");
        }
    }

    @Override
    public void endRow() {
        rows.add(row);
        row = new LinkedHashMap<>();
    }

    @Override
    public long rows() {
        return rows.size();
    }
}
