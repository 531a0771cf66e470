// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The mapping of the values of a NumPy array to rows of a data set.
 *
 * @param fields the named fields of a row, in order; a single field for an array without named fields
 */
record NpyLayout(long rows, List<Field> fields) {

    /** The maximum number of values of a list. The limit exists because the reader keeps a whole list in memory. */
    private static final long MAX_WIDTH = 1 << 24;

    /**
     * Derives the layout from a header.
     *
     * @param name the name of the array; empty if the array has no name
     */
    static NpyLayout of(NpyHeader header, String name) throws DatasetException {
        List<Long> shape = header.shape();
        if (shape.isEmpty()) {
            throw DatasetException.of("the array is a single value without rows");
        }
        List<Field> fields = header.description() instanceof List<?> descriptions
                ? structured(descriptions, shape)
                : List.of(plain(header.description(), shape, name));
        long bytes = fields.stream().mapToLong(Field::bytes).sum();
        if (bytes == 0 && shape.get(0) > 0) {
            throw DatasetException.of("the rows of the array are empty: each row needs at least one value");
        }
        if (shape.get(0) > Long.MAX_VALUE / Math.max(1, bytes)) {
            throw DatasetException.of(
                    "the header of the array claims " + shape.get(0) + " rows, more than a file can hold");
        }
        return new NpyLayout(shape.get(0), fields);
    }

    /** Returns the number of bytes of all rows. */
    long bytes() {
        return rows * rowBytes();
    }

    long rowBytes() {
        return fields.stream().mapToLong(Field::bytes).sum();
    }

    private static Field plain(Object description, List<Long> shape, String name) throws DatasetException {
        if (!(description instanceof String text)) {
            throw DatasetException.of("the header of the array does not give the type of its values");
        }
        NpyType type = NpyType.of(text);
        if (type.isVoid()) {
            throw DatasetException.of("the array has values of type \"" + text
                    + "\", which are raw bytes: save them as numbers, booleans or strings");
        }
        if (shape.size() > 2) {
            throw DatasetException.of("the array has " + shape.size() + " dimensions, "
                    + shape.stream().map(String::valueOf).collect(Collectors.joining(" x "))
                    + "; supported are 1 (a value in each row) and 2 (a list in each row)");
        }
        Field field = field(name, type, shape.size() == 1 ? Field.ONE_VALUE : shape.get(1));
        return name.isEmpty() ? new Field(defaultName(field), type, field.width()) : field;
    }

    /** Returns the column name for an array without a name. */
    private static String defaultName(Field field) {
        if (field.isList()) {
            return "input_ids";
        }
        return field.type().isText() ? "input" : "value";
    }

    private static List<Field> structured(List<?> descriptions, List<Long> shape) throws DatasetException {
        if (shape.size() != 1) {
            throw DatasetException.of("the array has named fields and " + shape.size()
                    + " dimensions; named fields are supported with 1 dimension only");
        }
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Object description : descriptions) {
            Field field = structured(description);
            if (!field.type().isVoid() && !names.add(field.name())) {
                throw DatasetException.of("two fields of the array are named \"" + field.name() + "\"");
            }
            fields.add(field);
        }
        return fields;
    }

    private static Field structured(Object description) throws DatasetException {
        if (!(description instanceof List<?> parts) || parts.size() < 2 || parts.size() > 3) {
            throw DatasetException.of("a field of the array must be described by a name, a type and optionally a size");
        }
        String name = name(parts.get(0));
        if (!(parts.get(1) instanceof String type)) {
            throw DatasetException.of("field \"" + name + "\" of the array has nested fields, which are not supported");
        }
        if (parts.size() == 2) {
            return field(name, NpyType.of(type), Field.ONE_VALUE);
        }
        if (parts.get(2) instanceof List<?> sizes
                && sizes.size() == 1
                && sizes.get(0) instanceof Long width
                && width >= 0) {
            return field(name, NpyType.of(type), width);
        }
        throw DatasetException.of("field \"" + name + "\" of the array must have one dimension: got several");
    }

    /** Returns the name of a field. The header contains the name alone, or a pair of title and name. */
    private static String name(Object name) throws DatasetException {
        if (name instanceof String text) {
            return text;
        }
        if (name instanceof List<?> titled && titled.size() == 2 && titled.get(1) instanceof String text) {
            return text;
        }
        throw DatasetException.of("a field of the array has no name");
    }

    private static Field field(String name, NpyType type, long width) throws DatasetException {
        var field = new Field(name, type, width);
        if (field.isList() && !type.isIntegral() && !type.isVoid()) {
            throw DatasetException.of("the array has rows of " + (type.isText() ? "strings" : "floating-point numbers")
                    + "; only rows of integers are supported");
        }
        if (width > MAX_WIDTH) {
            throw DatasetException.of("the array has rows of " + width + " values; the maximum is " + MAX_WIDTH);
        }
        return field;
    }

    /**
     * A field of each row of an array: a single value or a list of values.
     *
     * @param name the name of the column
     * @param width the number of values of a list; {@link #ONE_VALUE} for a single value
     */
    record Field(String name, NpyType type, long width) {

        static final long ONE_VALUE = -1;

        boolean isList() {
            return width != ONE_VALUE;
        }

        /** Returns the number of bytes of the field in each row. */
        long bytes() {
            return isList() ? width * type.size() : type.size();
        }
    }
}
