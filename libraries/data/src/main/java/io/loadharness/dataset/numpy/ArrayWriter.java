// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.UnfinishedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes columns as arrays: texts and lists filled up to the longest. How wide an array is shows only at the end, so columns wait in files
 * of their own beside the one that is to be.
 */
final class ArrayWriter implements DatasetWriter {

    /** Writes one value. */
    @FunctionalInterface
    private interface Value {

        void write(ColumnSpool column) throws IOException;
    }

    private final Form form;
    private final UnfinishedFile file;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<ColumnSpool> columns = new ArrayList<>();
    private long rows;

    ArrayWriter(Path file, Form form) {
        this.form = form;
        this.file = new UnfinishedFile(file);
    }

    @Override
    public int column(String name) {
        return numbers.computeIfAbsent(name, added -> {
            columns.add(new ColumnSpool(added, Path.of(file.beside() + "." + columns.size())));
            return columns.size() - 1;
        });
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        write(column, spool -> spool.text(rows, value));
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        write(column, spool -> spool.integer(rows, value));
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        write(column, spool -> spool.number(rows, value));
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        write(column, spool -> spool.flag(rows, value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) throws DatasetException {
        write(column, spool -> spool.integers(rows, values, from, count));
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        write(column, spool -> {
            throw spool.refused("holds objects or lists of other things than whole numbers");
        });
    }

    private void write(int column, Value value) throws DatasetException {
        ColumnSpool spool = columns.get(column);
        try {
            value.write(spool);
        } catch (DatasetException e) {
            form.fault(spool, e);
        } catch (IOException e) {
            throw file.unwritable(e);
        }
    }

    @Override
    public void endRow() {
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public void finish() throws IOException {
        try {
            for (ColumnSpool column : columns) {
                try {
                    column.finish(rows);
                } catch (DatasetException e) {
                    form.fault(column, e);
                }
            }
            form.write(file.beside(), columns, rows);
            file.finish();
        } catch (DatasetException e) {
            throw e;
        } catch (IOException e) {
            throw file.unwritable(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            for (ColumnSpool column : columns) {
                column.close();
            }
        } finally {
            file.close();
        }
    }

    /** A file format for columns. */
    interface Form {

        /**
         * Called as soon as a column cannot become an array; the column takes no more values.
         *
         * @throws DatasetException if the file needs the column
         */
        void fault(ColumnSpool column, DatasetException why) throws DatasetException;

        /**
         * Writes a file.
         *
         * @throws DatasetException if the columns do not make one
         */
        void write(Path to, List<ColumnSpool> columns, long rows) throws IOException;
    }
}
