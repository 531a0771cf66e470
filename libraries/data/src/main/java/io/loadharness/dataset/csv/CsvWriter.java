// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.AtomicFile;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.NumberColumn;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes CSV (RFC 4180). The rows go to a temporary file, which is moved to its final path when it is complete. All columns must be
 * registered with {@link #column} before the end of the first row.
 */
final class CsvWriter implements DatasetWriter {

    private static final String SPECIAL = ",\"\r\n";

    private final AtomicFile file;
    private final BufferedWriter out;
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable String> row = new ArrayList<>();
    private int columnsInHeader;
    private long rows;

    CsvWriter(Path file) throws IOException {
        this.file = new AtomicFile(file);
        this.out = new BufferedWriter(new OutputStreamWriter(this.file.open(), StandardCharsets.UTF_8.newEncoder()));
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
            columnsInHeader = names.size();
            write(names);
        }
        write(row.subList(0, columnsInHeader));
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
            throw file.writeFailure(e);
        }
        file.finish();
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            throw file.writeFailure(e);
        } finally {
            file.close();
        }
    }

    private void set(int column, String value) throws DatasetException {
        if (rows > 0 && column >= columnsInHeader) {
            throw new DatasetException("column \"" + names.get(column) + "\" first appears in row " + (rows + 1)
                    + ", but the first line of CSV must name all columns: write JSON Lines or Parquet instead");
        }
        if (row.get(column) != null) {
            throw new DatasetException("column \"" + names.get(column) + "\" has two values in one row");
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
            throw file.writeFailure(e);
        }
    }

    /** Quotes a cell if necessary; an empty text is quoted, because an empty cell is a missing value. */
    private static String quoted(String cell) {
        boolean plain = !cell.isEmpty() && cell.chars().noneMatch(each -> SPECIAL.indexOf(each) >= 0);
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
