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

/** Reads a NumPy array row by row. The caller closes it. */
final class NpyArray implements Closeable {

    private final NpyLayout layout;
    private final NpyData data;
    private RowCut cut;
    private int[] columns = {};
    private int[] values = new int[512];
    private long lastInteger;

    private NpyArray(NpyLayout layout, NpyData data, RowCut cut) {
        this.layout = layout;
        this.data = data;
        this.cut = cut;
    }

    /** @param name that of the array, empty if it has none */
    static NpyArray open(DatasetSource source, String name) throws IOException {
        InputStream in = source.open();
        try {
            NpyHeader header = NpyHeader.read(in);
            NpyLayout layout = NpyLayout.of(header, name);
            if (header.isFortran() && header.shape().size() > 1 && layout.rows() > 0) {
                in.close();
                in = new FortranRows(source.file(), header.length(), layout);
            }
            return new NpyArray(layout, new NpyData(in), RowCut.at(source.pad()));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    NpyLayout layout() {
        return layout;
    }

    /** Cuts lists otherwise than at the pad. */
    void cut(RowCut by) {
        cut = by;
    }

    /** The whole number that was read last. */
    long lastInteger() {
        return lastInteger;
    }

    /** Asks for the columns, before the first row. */
    void bind(RowSink rows) {
        columns = layout.fields().stream()
                .mapToInt(field -> field.type().isGap() ? -1 : rows.column(field.name()))
                .toArray();
    }

    /** Reads the values of the next row; the caller ends it. */
    void readRow(RowSink rows) throws IOException {
        List<NpyLayout.Field> fields = layout.fields();
        for (int i = 0; i < columns.length; i++) {
            read(fields.get(i), columns[i], rows);
        }
    }

    /** That nothing follows the last row. */
    void checkEnd() throws IOException {
        if (!data.isAtEnd()) {
            throw DatasetException.of("the array has " + layout.rows() + " rows by its header, and more follows");
        }
    }

    private void read(NpyLayout.Field field, int column, RowSink rows) throws IOException {
        NpyType type = field.type();
        if (type.isGap()) {
            data.skip(field.bytes());
        } else if (field.isList()) {
            readList(field);
            rows.integers(column, values, 0, cut.length(values, (int) field.width()));
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
                throw new DatasetException("column \"" + field.name() + "\" holds " + value
                        + " in a list, where numbers go from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
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

    /** Returns the number of values of a row of fixed width that are not padding. */
    @FunctionalInterface
    interface RowCut {

        /** At most {@code width}. */
        int length(int[] values, int width) throws DatasetException;

        /** Cuts off padding at the end. */
        static RowCut at(OptionalInt pad) {
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
