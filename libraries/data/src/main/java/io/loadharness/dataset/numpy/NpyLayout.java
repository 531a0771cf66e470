// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the values of an array make rows.
 *
 * @param fields the parts of a row, in order
 */
record NpyLayout(long rows, List<Field> fields) {

    /** A list is held in memory as a whole. */
    private static final long MAX_WIDTH = 1 << 24;

    /** @param name that of the array, empty if it has none */
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
            throw DatasetException.of("the rows of the array are empty");
        }
        if (shape.get(0) > Long.MAX_VALUE / Math.max(1, bytes)) {
            throw DatasetException.of(
                    "the header of the array claims " + shape.get(0) + " rows, more than a file can hold");
        }
        return new NpyLayout(shape.get(0), fields);
    }

    /** Of all fields, in all rows. */
    long bytes() {
        return rows * rowBytes();
    }

    long rowBytes() {
        return fields.stream().mapToLong(Field::bytes).sum();
    }

    private static Field plain(Object description, List<Long> shape, String name) throws DatasetException {
        if (!(description instanceof String text)) {
            throw DatasetException.of("the header of the array does not say what type its values have");
        }
        NpyType type = NpyType.of(text);
        if (type.isGap()) {
            throw DatasetException.of("the array holds bytes without a type, \"" + text + "\"");
        }
        if (shape.size() > 2) {
            throw DatasetException.of("the array has " + shape.size() + " dimensions, "
                    + shape.stream().map(String::valueOf).collect(Collectors.joining(" x "))
                    + ": rows of values have 2, and single values 1");
        }
        Field field = field(name, type, shape.size() == 1 ? Field.ONE_VALUE : shape.get(1));
        return name.isEmpty() ? new Field(usualName(field), type, field.width()) : field;
    }

    /** An array in a file of its own has no name. */
    private static String usualName(Field field) {
        if (field.isList()) {
            return "input_ids";
        }
        return field.type().isText() ? "input" : "value";
    }

    private static List<Field> structured(List<?> descriptions, List<Long> shape) throws DatasetException {
        if (shape.size() != 1) {
            throw DatasetException.of(
                    "the array has named fields and " + shape.size() + " dimensions: such can be read with 1");
        }
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Object description : descriptions) {
            Field field = structured(description);
            if (!field.type().isGap() && !names.add(field.name())) {
                throw DatasetException.of("two fields of the array are named \"" + field.name() + "\"");
            }
            fields.add(field);
        }
        return fields;
    }

    private static Field structured(Object description) throws DatasetException {
        if (!(description instanceof List<?> parts) || parts.size() < 2 || parts.size() > 3) {
            throw DatasetException.of("a field of the array is not described by name, type and size");
        }
        String name = name(parts.get(0));
        if (!(parts.get(1) instanceof String type)) {
            throw DatasetException.of(
                    "field \"" + name + "\" of the array has fields of its own: only plain ones can be read");
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
        throw DatasetException.of("field \"" + name + "\" of the array has several dimensions: one can be read");
    }

    /** A name may have a title in front. */
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
        if (field.isList() && !type.isWhole() && !type.isGap()) {
            throw DatasetException.of("the array has rows of " + (type.isText() ? "texts" : "fractions")
                    + ": lists are of whole numbers");
        }
        if (width > MAX_WIDTH) {
            throw DatasetException.of("the array has rows of " + width + " values; the maximum is " + MAX_WIDTH);
        }
        return field;
    }

    /**
     * A part of each row of an array.
     *
     * @param name that of the column
     * @param width the number of values if it is a list, else {@link #ONE_VALUE}
     */
    record Field(String name, NpyType type, long width) {

        static final long ONE_VALUE = -1;

        boolean isList() {
            return width != ONE_VALUE;
        }

        /** The number of bytes in a row. */
        long bytes() {
            return isList() ? width * type.size() : type.size();
        }
    }
}
