// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records the rows that it receives as lines of JSON. */
public final class JsonLines implements RowSink {

    private final List<String> names = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private Map<Integer, String> row = new TreeMap<>();

    public List<String> lines() {
        return lines;
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
        json(column, JsonValues.quoted(value));
    }

    @Override
    public void integer(int column, long value) {
        json(column, Long.toString(value));
    }

    @Override
    public void number(int column, double value) {
        json(column, Double.toString(value));
    }

    @Override
    public void flag(int column, boolean value) {
        json(column, Boolean.toString(value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            texts.add(Integer.toString(values[i]));
        }
        json(column, "[" + String.join(", ", texts) + "]");
    }

    @Override
    public void json(int column, String value) {
        if (row.put(column, value) != null) {
            throw new IllegalStateException("column " + names.get(column) + " has two values in one row");
        }
    }

    @Override
    public void endRow() {
        List<String> fields = new ArrayList<>();
        row.forEach((column, value) -> fields.add(JsonValues.quoted(names.get(column)) + ": " + value));
        lines.add("{" + String.join(", ", fields) + "}");
        row = new TreeMap<>();
    }

    @Override
    public long rows() {
        return lines.size();
    }
}
