// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Reads a JSON list of numbers, of booleans, or of such lists, as a tensor. The lists of one level have the same length. Integers become
 * {@code int64}, and with at least one other number in the column, all numbers become {@code float32}.
 */
final class NestedNumbers {

    private static final int UNKNOWN = -1;
    private static final String NOT_JSON = "must be a list of numbers, but is not valid JSON";

    private final JsonParser in;

    /** The types of the elements so far; {@code BOOL}, {@code INT64} or {@code FLOAT32}. */
    private final List<Tensor.Type> types = new ArrayList<>();

    /** The length of the lists of each level. */
    private final List<Integer> shape = new ArrayList<>();

    /** The number of levels; {@link #UNKNOWN} until the first element. */
    private int levels = UNKNOWN;

    /** The buffer for the elements; empty if they are only checked. */
    private final ByteBuffer data;

    private final Tensor.Type written;

    private NestedNumbers(JsonParser in, ByteBuffer data, Tensor.Type written) {
        this.in = in;
        this.data = data;
        this.written = written;
    }

    /**
     * Returns the tensors of a column.
     *
     * @throws DatasetException if a text is not a list of numbers
     */
    static IntFunction<Tensor> of(String name, TextColumn column) throws DatasetException {
        List<long[]> shapes = new ArrayList<>(column.rows());
        Tensor.Type type = Tensor.Type.BOOL;
        boolean isFirst = true;
        for (int row = 0; row < column.rows(); row++) {
            NestedNumbers checked = read(column, row, ByteBuffer.allocate(0), Tensor.Type.BOOL);
            for (Tensor.Type each : checked.types) {
                if (!isFirst && (each == Tensor.Type.BOOL) != (type == Tensor.Type.BOOL)) {
                    throw problem(row, "contains both numbers and true or false");
                }
                type = each.compareTo(type) > 0 ? each : type;
                isFirst = false;
            }
            shapes.add(checked.shape.stream().mapToLong(each -> each).toArray());
        }
        Tensor.Type common = isFirst ? Tensor.Type.FLOAT32 : type;
        return row -> {
            long[] shape = shapes.get(row);
            int elements = 1;
            for (long each : shape) {
                elements = Math.toIntExact(elements * each);
            }
            ByteBuffer data = ByteBuffer.allocateDirect(Math.multiplyExact(elements, common.bytes()))
                    .order(ByteOrder.nativeOrder());
            try {
                read(column, row, data, common);
            } catch (DatasetException e) {
                throw new IllegalStateException("the text was checked before", e);
            }
            return new Tensor(name, common, shape, data.flip());
        };
    }

    private static NestedNumbers read(TextColumn column, int row, ByteBuffer data, Tensor.Type written)
            throws DatasetException {
        try {
            return JsonValues.read(column.present(row), NOT_JSON, in -> {
                NestedNumbers numbers = new NestedNumbers(in, data, written);
                if (in.nextToken() != JsonToken.START_ARRAY) {
                    throw new IllegalArgumentException("must be a list of numbers");
                }
                numbers.list(0);
                if (in.nextToken() != null) {
                    throw new IllegalArgumentException(NOT_JSON);
                }
                return numbers;
            });
        } catch (IllegalArgumentException e) {
            throw problem(row, String.valueOf(e.getMessage()));
        }
    }

    private static DatasetException problem(int row, String reason) {
        return DatasetException.at("row " + (row + 1), reason);
    }

    /** Reads a list, whose opening bracket the parser has read. */
    private void list(int level) throws IOException {
        if (level == shape.size()) {
            shape.add(UNKNOWN);
        }
        int length = 0;
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            if (token == JsonToken.START_ARRAY) {
                requireLevel(level + 1 < levels || levels == UNKNOWN);
                list(level + 1);
            } else {
                if (levels == UNKNOWN) {
                    levels = level + 1;
                    requireLevel(shape.size() == levels);
                }
                requireLevel(level + 1 == levels);
                element(token);
            }
            length++;
        }
        int expected = shape.get(level);
        if (expected != UNKNOWN && expected != length) {
            throw new IllegalArgumentException("contains lists of the different lengths " + expected + " and " + length
                    + ": a tensor needs lists of the same length");
        }
        shape.set(level, length);
    }

    private static void requireLevel(boolean matches) {
        if (!matches) {
            throw new IllegalArgumentException(
                    "contains numbers next to lists: a tensor needs all numbers at the same level");
        }
    }

    private void element(JsonToken token) throws IOException {
        Tensor.Type type =
                switch (token) {
                    case VALUE_TRUE, VALUE_FALSE -> Tensor.Type.BOOL;
                    case VALUE_NUMBER_INT -> Tensor.Type.INT64;
                    case VALUE_NUMBER_FLOAT -> Tensor.Type.FLOAT32;
                    default ->
                        throw new IllegalArgumentException("contains " + in.getText()
                                + ", but each element of a tensor must be a number, true or false");
                };
        if (type == Tensor.Type.INT64 && in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new IllegalArgumentException(
                    "contains the integer " + in.getText() + ", which does not fit into 64 bits");
        }
        if (!types.contains(type)) {
            types.add(type);
        }
        if (data.capacity() > 0) {
            switch (written) {
                case BOOL -> data.put((byte) (token == JsonToken.VALUE_TRUE ? 1 : 0));
                case INT64 -> data.putLong(in.getLongValue());
                default -> data.putFloat((float) in.getDoubleValue());
            }
        }
    }
}
