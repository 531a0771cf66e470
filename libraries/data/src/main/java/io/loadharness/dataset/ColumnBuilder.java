// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A column that grows. Its type is that of its first value; whole numbers become numbers when one with a fraction comes. */
final class ColumnBuilder {

    private static final Set<String> LISTS = Set.of(IntListColumn.TYPE, TextColumn.JSON_TYPE);

    private final String name;
    private @Nullable Values data;
    private int size;

    /**
     * Begins a column.
     *
     * @param missingBefore how many rows had been read when the column first appeared
     */
    ColumnBuilder(String name, int missingBefore) {
        this.name = name;
        this.size = missingBefore;
    }

    String name() {
        return name;
    }

    /** The number of rows that it has. */
    int size() {
        return size;
    }

    void text(String value) throws DatasetException {
        texts().add(whole(value));
        size++;
    }

    void text(byte[] utf8, int from, int length) throws DatasetException {
        texts().add(utf8, from, length);
        size++;
    }

    private TextColumn.Data texts() throws DatasetException {
        return as(TextColumn.Data.class, TextColumn.TYPE, () -> new TextColumn.Data(false));
    }

    void integer(long value) throws DatasetException {
        if (data instanceof IntegerColumn.Data whole) {
            whole.add(value);
        } else if (data instanceof NumberColumn.Data numbers) {
            numbers.add(IntegerColumn.exact(value));
        } else {
            as(IntegerColumn.Data.class, IntegerColumn.TYPE, IntegerColumn.Data::new)
                    .add(value);
        }
        size++;
    }

    void number(double value) throws DatasetException {
        if (data instanceof IntegerColumn.Data whole) {
            data = whole.asNumbers();
        }
        if (data instanceof NumberColumn.Data numbers) {
            numbers.add(value);
        } else {
            as(NumberColumn.Data.class, NumberColumn.TYPE, NumberColumn.Data::new)
                    .add(value);
        }
        size++;
    }

    void flag(boolean value) throws DatasetException {
        as(FlagColumn.Data.class, FlagColumn.TYPE, FlagColumn.Data::new).add(value);
        size++;
    }

    void integers(int[] values, int from, int count) throws DatasetException {
        if (count == 0 && data instanceof TextColumn.Data && ((TextColumn.Data) data).isJson()) {
            json(IntListColumn.EMPTY);
            return;
        }
        as(IntListColumn.Data.class, IntListColumn.TYPE, IntListColumn.Data::new)
                .add(values, from, count);
        size++;
    }

    void json(String value) throws DatasetException {
        if (data instanceof IntListColumn.Data && ((IntListColumn.Data) data).isAllEmpty()) {
            data = ((IntListColumn.Data) data).asJson();
        }
        as(TextColumn.Data.class, TextColumn.JSON_TYPE, () -> new TextColumn.Data(true))
                .add(whole(value));
        size++;
    }

    void missing() {
        if (data != null) {
            data.addMissing();
        }
        size++;
    }

    /** The column; one without any value is of texts that are all missing. */
    DatasetColumn column() {
        return (data == null ? begun(new TextColumn.Data(false)) : data).column();
    }

    /** UTF-8 has no place for half of a character, and Java would write a question mark for it. */
    private String whole(String value) throws DatasetException {
        for (int at = 0; at < value.length(); at++) {
            if (Character.isSurrogate(value.charAt(at))) {
                if (!Character.isSupplementaryCodePoint(value.codePointAt(at))) {
                    throw new DatasetException(
                            "column \"" + name + "\": the text holds half of a character at position " + at);
                }
                at++;
            }
        }
        return value;
    }

    private <D extends Values> D as(Class<D> kind, String type, Supplier<D> empty) throws DatasetException {
        if (data == null) {
            data = begun(empty.get());
        }
        if (!data.type().equals(type)) {
            throw new DatasetException("column \"" + name + "\" holds a value of type " + type + " here, and of type "
                    + data.type() + " in the rows before"
                    + (Set.of(type, data.type()).equals(LISTS)
                            ? "; a list with anything but integers of 32 bits in it is JSON"
                            : ""));
        }
        return kind.cast(data);
    }

    private Values begun(Values empty) {
        for (int row = 0; row < size; row++) {
            empty.addMissing();
        }
        return empty;
    }

    /** The values of a column that is being read. Not thread-safe. */
    interface Values {

        /** {@link DatasetColumn#type}. */
        String type();

        /** Adds a row without a value. */
        void addMissing();

        /** The column as read; nothing is added to it any more. */
        DatasetColumn column();
    }
}
