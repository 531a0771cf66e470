// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.AtomicFile;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes columns as NumPy arrays. The strings or lists of a column are padded to the length of the longest one. This length is known only
 * after the last row. Therefore, each column is first written to a temporary file, a {@link ColumnSpool}, next to the final file.
 */
final class ArrayDatasetWriter implements DatasetWriter {

    /** Writes one value to the temporary file of a column. */
    @FunctionalInterface
    private interface ValueWriter {

        void write(ColumnSpool column) throws IOException;
    }

    private final ColumnFormat format;
    private final AtomicFile file;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<ColumnSpool> columns = new ArrayList<>();
    private List<String> omitted = List.of();
    private long rows;

    ArrayDatasetWriter(Path file, ColumnFormat format) throws IOException {
        this.format = format;
        this.file = new AtomicFile(file);
    }

    @Override
    public int column(String name) {
        return numbers.computeIfAbsent(name, added -> {
            columns.add(new ColumnSpool(added, Path.of(file.temporaryPath() + "." + columns.size())));
            return columns.size() - 1;
        });
    }

    @Override
    public boolean padLists(int id, Consumer<String> messages) {
        return format.padLists(id, messages);
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
            throw spool.refused("has objects, or lists with elements other than integers");
        });
    }

    private void write(int column, ValueWriter value) throws DatasetException {
        ColumnSpool spool = columns.get(column);
        try {
            value.write(spool);
        } catch (DatasetException e) {
            format.reject(spool, e);
        } catch (IOException e) {
            throw file.writeFailure(e);
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
                    format.reject(column, e);
                }
            }
            List<ColumnSpool> written = format.write(file.temporaryPath(), columns, rows);
            omitted = columns.stream()
                    .filter(column -> !written.contains(column))
                    .map(ColumnSpool::name)
                    .toList();
            file.finish();
        } catch (DatasetException e) {
            throw e;
        } catch (IOException e) {
            throw file.writeFailure(e);
        }
    }

    @Override
    public List<String> omittedColumns() {
        return omitted;
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

    /** A file format that stores columns as NumPy arrays. */
    interface ColumnFormat {

        /** Implements {@link DatasetWriter#padLists}. */
        default boolean padLists(int id, Consumer<String> messages) {
            return false;
        }

        /**
         * Called when a column cannot be stored as an array, because of its values or because a row has no value.
         *
         * @throws DatasetException if the file cannot be written without the column
         */
        void reject(ColumnSpool column, DatasetException reason) throws DatasetException;

        /**
         * Writes the file.
         *
         * @return the columns that the file contains
         * @throws DatasetException if the columns do not fit the format
         */
        List<ColumnSpool> write(Path to, List<ColumnSpool> columns, long rows) throws IOException;
    }
}
