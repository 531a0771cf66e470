// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.NumberColumn;
import io.loadharness.dataset.UnfinishedFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes CSV as RFC 4180 has it, beside the file until it is whole. The first line names the columns, so all have to be known by then. */
final class CsvWriter implements DatasetWriter {

    private static final String SPECIAL = ",\"\r\n";

    private final UnfinishedFile file;
    private final BufferedWriter out;
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable String> row = new ArrayList<>();
    private int named;
    private long rows;

    CsvWriter(Path file) throws IOException {
        this.file = new UnfinishedFile(file);
        this.out = Files.newBufferedWriter(this.file.beside(), StandardCharsets.UTF_8);
    }

    @Override
    public int column(String name) {
        int known = names.indexOf(name);
        if (known >= 0) {
            return known;
        }
        names.add(name);
        row.add(null);
        return names.size() - 1;
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        set(column, value);
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        set(column, Long.toString(value));
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        set(column, NumberColumn.text(value));
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        set(column, Boolean.toString(value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) throws DatasetException {
        set(column, Arrays.toString(Arrays.copyOfRange(values, from, from + count)));
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        set(column, value);
    }

    @Override
    public void endRow() throws DatasetException {
        if (rows == 0) {
            named = names.size();
            write(names);
        }
        write(row.subList(0, named));
        row.replaceAll(value -> null);
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public void finish() throws IOException {
        if (rows == 0) {
            write(names);
        }
        try {
            out.close();
        } catch (IOException e) {
            throw file.unwritable(e);
        }
        file.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            throw file.unwritable(e);
        } finally {
            file.close();
        }
    }

    private void set(int column, String value) throws DatasetException {
        if (rows > 0 && column >= named) {
            throw new DatasetException("column \"" + names.get(column) + "\" appears first in row " + (rows + 1)
                    + ", and the first line of CSV has to name all columns: write JSON Lines or Parquet");
        }
        if (row.get(column) != null) {
            throw new DatasetException("column \"" + names.get(column) + "\" is given twice in one row");
        }
        row.set(column, value);
    }

    private void write(List<? extends @Nullable String> cells) throws DatasetException {
        try {
            for (int i = 0; i < cells.size(); i++) {
                if (i > 0) {
                    out.write(',');
                }
                String cell = cells.get(i);
                if (cell != null) {
                    out.write(quoted(cell));
                }
            }
            out.write("\r\n");
        } catch (IOException e) {
            throw file.unwritable(e);
        }
    }

    /** An empty text is in quotes, so that it is not a missing one. */
    private static String quoted(String cell) {
        boolean plain = !cell.isEmpty() && cell.chars().noneMatch(each -> SPECIAL.indexOf(each) >= 0);
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
