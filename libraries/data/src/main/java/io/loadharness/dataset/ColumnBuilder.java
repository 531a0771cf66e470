// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a column. The first value determines the type. If a floating-point number follows integers, the integers become floating-point
 * numbers.
 */
final class ColumnBuilder {

    private static final Set<String> LISTS = Set.of(IntListColumn.TYPE, TextColumn.JSON_TYPE);

    private final String name;
    private @Nullable Values data;
    private int size;

    /**
     * Creates a builder.
     *
     * @param missingBefore the number of rows before the first value of the column
     */
    ColumnBuilder(String name, int missingBefore) {
        this.name = name;
        this.size = missingBefore;
    }

    String name() {
        return name;
    }

    /** Returns the number of rows. */
    int size() {
        return size;
    }

    void text(String value) throws DatasetException {
        texts().add(requireWellFormed(value));
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
        if (data instanceof IntegerColumn.Data integers) {
            integers.add(value);
        } else if (data instanceof NumberColumn.Data numbers) {
            numbers.add(IntegerColumn.exact(name, value));
        } else {
            as(IntegerColumn.Data.class, IntegerColumn.TYPE, IntegerColumn.Data::new)
                    .add(value);
        }
        size++;
    }

    void number(double value) throws DatasetException {
        if (data instanceof IntegerColumn.Data integers) {
            data = integers.asNumbers(name);
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
        as(BooleanColumn.Data.class, BooleanColumn.TYPE, BooleanColumn.Data::new)
                .add(value);
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
                .add(requireWellFormed(value));
        size++;
    }

    void missing() {
        if (data != null) {
            data.addMissing();
        }
        size++;
    }

    /** Returns the finished column. If all values are missing, the type is text. */
    DatasetColumn column() {
        return (data == null ? withMissingRows(new TextColumn.Data(false)) : data).column();
    }

    /** Rejects unpaired surrogates: UTF-8 cannot encode them, and Java would replace them with question marks. */
    private String requireWellFormed(String value) throws DatasetException {
        for (int at = 0; at < value.length(); at++) {
            if (Character.isSurrogate(value.charAt(at))) {
                if (!Character.isSupplementaryCodePoint(value.codePointAt(at))) {
                    throw new DatasetException(
                            "column \"" + name + "\": the text has an unpaired surrogate at position " + at);
                }
                at++;
            }
        }
        return value;
    }

    private <D extends Values> D as(Class<D> kind, String type, Supplier<D> empty) throws DatasetException {
        if (data == null) {
            data = withMissingRows(empty.get());
        }
        if (!data.type().equals(type)) {
            throw new DatasetException("column \"" + name + "\" has a value of type " + type
                    + ", but the values of earlier rows have the type " + data.type()
                    + (Set.of(type, data.type()).equals(LISTS)
                            ? "; a list with elements other than 32-bit integers has the type JSON"
                            : ""));
        }
        return kind.cast(data);
    }

    private Values withMissingRows(Values empty) {
        for (int row = 0; row < size; row++) {
            empty.addMissing();
        }
        return empty;
    }

    /** Collects the values of a column. Not thread-safe. */
    interface Values {

        /** Returns the type of the values: {@link DatasetColumn#type}. */
        String type();

        /** Adds a row without a value. */
        void addMissing();

        /** Returns the column; no values can be added afterwards. */
        DatasetColumn column();
    }
}
