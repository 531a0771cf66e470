package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holds rows as maps, lists of integers as lists. */
final class Rows implements RowSink {

    private final List<String> columns = new ArrayList<>();
    private final List<Map<String, Object>> rows = new ArrayList<>();
    private Map<String, Object> row = new LinkedHashMap<>();

    static Rows of(Workload workload) throws DatasetException {
        Rows rows = new Rows();
        workload.writeTo(rows);
        return rows;
    }

    List<Map<String, Object>> all() {
        return rows;
    }

    Map<String, Object> get(int index) {
        return rows.get(index);
    }

    @SuppressWarnings("unchecked")
    List<Integer> ids(int index) {
        return (List<Integer>) rows.get(index).get("input_ids");
    }

    List<String> columns() {
        return columns;
    }

    int[] integers(String column) {
        return rows.stream()
                .mapToInt(each -> ((Long) each.get(column)).intValue())
                .toArray();
    }

    /** Of everything that was written, as text. */
    String checksum() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        rows.forEach(each -> digest.update((each + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }

    @Override
    public int column(String name) {
        if (!columns.contains(name)) {
            columns.add(name);
        }
        return columns.indexOf(name);
    }

    @Override
    public void text(int column, String value) {
        set(column, value);
    }

    @Override
    public void integer(int column, long value) {
        set(column, value);
    }

    @Override
    public void number(int column, double value) {
        set(column, value);
    }

    @Override
    public void flag(int column, boolean value) {
        set(column, value);
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        set(column, Arrays.stream(values, from, from + count).boxed().toList());
    }

    @Override
    public void json(int column, String value) {
        set(column, value);
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

    private void set(int column, Object value) {
        if (row.put(columns.get(column), value) != null) {
            throw new AssertionError(columns.get(column) + " is set twice");
        }
    }
}
