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
import org.jspecify.annotations.Nullable;

/** Reads a NumPy array row by row. The caller closes it. */
final class NpyArray implements Closeable {

    private final NpyLayout layout;
    private final NpyData data;
    private final List<Padding> paddings;
    private @Nullable KnownLength knownLength;
    private @Nullable NpyArray mask;
    private int[] columns = {};
    private int[] values = new int[512];
    private long lastInteger;

    private NpyArray(NpyLayout layout, NpyData data, OptionalInt pad) {
        this.layout = layout;
        this.data = data;
        this.paddings = layout.fields().stream().map(field -> new Padding(pad)).toList();
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
            return new NpyArray(layout, new NpyData(in), source.pad());
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    NpyLayout layout() {
        return layout;
    }

    /** Sets the lengths of the lists and the side of their padding. By default, only the pad id of the source determines the padding. */
    void setLengths(KnownLength length, Padding.Side side) {
        knownLength = length;
        paddings.forEach(each -> each.setSide(side));
    }

    /**
     * Sets the attention mask of the lists. If the lengths are set, too, the mask must agree with them. In each row, the caller must read
     * the mask before this array. An array can be its own mask.
     */
    void setMask(NpyArray known) {
        mask = known;
    }

    /** Returns true if each row consists of a single list. */
    boolean isSingleList() {
        return layout.fields().size() == 1 && layout.fields().get(0).isList();
    }

    /** Reads the next row of an array whose rows are single lists. The returned values are valid until the next row is read. */
    int[] nextList() throws IOException {
        readList(layout.fields().get(0));
        return values;
    }

    /** Reads the next row of an array whose rows are single integers. */
    long nextInteger() throws IOException {
        return data.integer(layout.fields().get(0).type());
    }

    /** Returns the single integer that was read last. Elements of lists do not change this value. */
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
            read(fields.get(i), paddings.get(i), columns[i], rows);
        }
    }

    /** Checks that no data follows the last row. */
    void checkEnd() throws IOException {
        if (!data.isAtEnd()) {
            throw DatasetException.of("the header of the array claims " + layout.rows()
                    + (layout.rows() == 1 ? " row" : " rows") + ", but more data follows the last row");
        }
    }

    private void read(NpyLayout.Field field, Padding padding, int column, RowSink rows) throws IOException {
        NpyType type = field.type();
        if (type.isVoid()) {
            data.skip(field.bytes());
        } else if (field.isList()) {
            readList(field);
            int width = (int) field.width();
            if (knownLength != null) {
                padding.cutTo(knownLength.within(width), values, width);
                if (mask != null) {
                    padding.requireMask(mask.values, width);
                }
            } else if (mask != null) {
                padding.cutByMask(mask.values, width);
            } else {
                padding.cut(values, width);
            }
            rows.integers(column, values, padding.from(), padding.length());
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

    /** Returns the length of the list in the row that is read. */
    @FunctionalInterface
    interface KnownLength {

        int within(int width) throws DatasetException;
    }
}
