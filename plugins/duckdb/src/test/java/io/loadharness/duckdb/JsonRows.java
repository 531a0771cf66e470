// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.loadharness.dataset.RowSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A sink that stores each row as a line of JSON, with columns in the order of their creation. */
class JsonRows implements RowSink {

    private final List<String> names = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final Map<Integer, String> row = new TreeMap<>();

    List<String> lines() {
        return lines;
    }

    List<String> names() {
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
        put(column, quoted(value));
    }

    @Override
    public void integer(int column, long value) {
        put(column, String.valueOf(value));
    }

    @Override
    public void number(int column, double value) {
        put(column, String.valueOf(value));
    }

    @Override
    public void flag(int column, boolean value) {
        put(column, String.valueOf(value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        put(
                column,
                Arrays.toString(Arrays.copyOfRange(values, from, from + count)).replace(" ", ""));
    }

    @Override
    public void json(int column, String value) {
        if (value.contains("\n") || value.contains("\r")) {
            throw new IllegalArgumentException("a line break in " + value);
        }
        put(column, value);
    }

    private void put(int column, String json) {
        String earlier = row.put(column, json);
        if (earlier != null) {
            throw new IllegalStateException("two values for column " + column);
        }
    }

    @Override
    public void endRow() {
        lines.add(row.entrySet().stream()
                .map(entry -> quoted(names.get(entry.getKey())) + ":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}")));
        row.clear();
    }

    @Override
    public long rows() {
        return lines.size();
    }

    private static String quoted(String text) {
        return "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }
}
