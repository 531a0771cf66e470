// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** A reader that reads a NumPy array row by row. The caller closes it. */
final class NpyArray implements Closeable {

    private final NpyLayout layout;
    private final NpyData data;
    private RowLength rowLength;
    private int[] columns = {};
    private int[] values = new int[512];
    private long lastInteger;

    private NpyArray(NpyLayout layout, NpyData data, RowLength rowLength) {
        this.layout = layout;
        this.data = data;
        this.rowLength = rowLength;
    }

    /**
     * Opens an array.
     *
     * @param name the name of the array; empty if the array has no name
     */
    static NpyArray open(DatasetSource source, String name) throws IOException {
        InputStream in = source.open();
        try {
            NpyHeader header = NpyHeader.read(in);
            NpyLayout layout = NpyLayout.of(header, name);
            if (header.isFortran() && header.shape().size() > 1 && layout.rows() > 0) {
                in.close();
                in = new FortranRows(source.file(), header.length(), layout);
            }
            return new NpyArray(layout, new NpyData(in), RowLength.without(source.pad()));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    NpyLayout layout() {
        return layout;
    }

    /** Sets the function that determines the length of lists. The default removes pad ids at the end if the source has a pad id. */
    void setRowLength(RowLength length) {
        rowLength = length;
    }

    /** Returns the integer that was read last. Elements of lists do not count. */
    long lastInteger() {
        return lastInteger;
    }

    /** Registers the columns of the array with the sink. Must be called before the first row is read. */
    void bind(RowSink rows) {
        columns = layout.fields().stream()
                .mapToInt(field -> field.type().isVoid() ? -1 : rows.column(field.name()))
                .toArray();
    }

    /** Writes the values of the next row to the sink. The caller then calls {@link RowSink#endRow}. */
    void readRow(RowSink rows) throws IOException {
        List<NpyLayout.Field> fields = layout.fields();
        for (int i = 0; i < columns.length; i++) {
            read(fields.get(i), columns[i], rows);
        }
    }

    /** Checks that no data follows the last row. */
    void checkEnd() throws IOException {
        if (!data.isAtEnd()) {
            throw DatasetException.of(
                    "the header of the array claims " + layout.rows() + " rows, but more data follows the last row");
        }
    }

    private void read(NpyLayout.Field field, int column, RowSink rows) throws IOException {
        NpyType type = field.type();
        if (type.isVoid()) {
            data.skip(field.bytes());
        } else if (field.isList()) {
            readList(field);
            rows.integers(column, values, 0, rowLength.of(values, (int) field.width()));
        } else {
            readValue(type, column, rows);
        }
    }

    private void readValue(NpyType type, int column, RowSink rows) throws IOException {
        switch (type.kind()) {
            case 'b' -> rows.flag(column, data.integer(type) != 0);
            case 'i', 'u' -> {
                lastInteger = data.integer(type);
                rows.integer(column, lastInteger);
            }
            case 'f' -> rows.number(column, data.number(type));
            default -> rows.text(column, data.text(type));
        }
    }

    private void readList(NpyLayout.Field field) throws IOException {
        for (int i = 0; i < field.width(); i++) {
            long value = data.integer(field.type());
            if (value != (int) value) {
                throw new DatasetException("column \"" + field.name() + "\" has " + value
                        + " in a list; elements must be between " + Integer.MIN_VALUE + " and " + Integer.MAX_VALUE);
            }
            if (i == values.length) {
                values = Arrays.copyOf(values, 2 * i);
            }
            values[i] = (int) value;
        }
    }

    @Override
    public void close() throws IOException {
        data.close();
    }

    /** Determines how many values of a fixed-width row belong to its list. The remaining values are padding. */
    @FunctionalInterface
    interface RowLength {

        /** Returns the number of values that are not padding, at most {@code width}. */
        int of(int[] values, int width) throws DatasetException;

        /** Returns a function that does not count pad ids at the end of the row. Without a pad id, the function returns the full width. */
        static RowLength without(OptionalInt pad) {
            return pad.isPresent()
                    ? (values, width) -> lengthWithout(pad.getAsInt(), values, width)
                    : (values, width) -> width;
        }

        private static int lengthWithout(int pad, int[] values, int width) {
            int length = width;
            while (length > 0 && values[length - 1] == pad) {
                length--;
            }
            return length;
        }
    }
}
