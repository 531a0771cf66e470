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
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Reads a JSON list of numbers, of booleans, or of such lists, as a tensor. The lists of one level have the same length. Integers become
 * {@code int64}. With at least one other number in the column, all numbers become {@code float32}, or {@code float64} if {@code float32}
 * would change an integer or has no finite value for a number.
 */
final class NestedNumbers {

    private static final int UNKNOWN = -1;
    private static final String NOT_JSON = "must be a list of numbers, but is not valid JSON";

    /** The doubles between which all integers have 53 bits or fewer, and are therefore exact. */
    private static final double MAX_EXACT = 1L << 53;

    /** The first double that is too large for a long. */
    private static final double MAX_LONG = 0x1p63;

    private final JsonParser in;

    /** The types of the elements so far; {@code BOOL}, {@code INT64}, {@code FLOAT32} or {@code FLOAT64}. */
    private final List<Tensor.Type> types = new ArrayList<>();

    /** The floating-point type for the integers so far; {@code FLOAT32} or {@code FLOAT64}. */
    private Tensor.Type integersAsFloats = Tensor.Type.FLOAT32;

    /** The first integer that {@code float64} cannot represent; empty if there is none. */
    private String inexactInteger = "";

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
        Tensor.Type integersAsFloats = Tensor.Type.FLOAT32;
        Optional<DatasetException> inexact = Optional.empty();
        boolean isFirst = true;
        for (int row = 0; row < column.rows(); row++) {
            NestedNumbers checked = check(column, row);
            for (Tensor.Type each : checked.types) {
                if (!isFirst && (each == Tensor.Type.BOOL) != (type == Tensor.Type.BOOL)) {
                    throw problem(row, "contains both numbers and true or false");
                }
                type = max(type, each);
                isFirst = false;
            }
            integersAsFloats = max(integersAsFloats, checked.integersAsFloats);
            if (inexact.isEmpty() && !checked.inexactInteger.isEmpty()) {
                inexact = Optional.of(problem(
                        row,
                        "contains the integer " + checked.inexactInteger
                                + ", which float64 cannot represent, but the column also contains numbers that are not"
                                + " integers"));
            }
            shapes.add(checked.shape.stream().mapToLong(each -> each).toArray());
        }
        if (type.compareTo(Tensor.Type.FLOAT32) >= 0) {
            if (inexact.isPresent()) {
                throw inexact.get();
            }
            type = max(type, integersAsFloats);
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

    private static Tensor.Type max(Tensor.Type one, Tensor.Type other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /**
     * Returns the floating-point type for a number: {@code float64} if {@code float32} would change an integer or has no finite value;
     * otherwise {@code float32}, which can round fractions.
     */
    static Tensor.Type floatType(double number) {
        float rounded = (float) number;
        boolean isInteger = number == Math.rint(number) && Math.abs(number) <= MAX_EXACT;
        boolean fits = isInteger ? rounded == number : Double.isInfinite(number) || !Float.isInfinite(rounded);
        return fits ? Tensor.Type.FLOAT32 : Tensor.Type.FLOAT64;
    }

    private static boolean isEqual(double rounded, long integer) {
        return rounded < MAX_LONG && (long) rounded == integer;
    }

    /**
     * Reads a text without its elements.
     *
     * @throws DatasetException if the text is not a list of numbers
     */
    static NestedNumbers check(TextColumn column, int row) throws DatasetException {
        return read(column, row, ByteBuffer.allocate(0), Tensor.Type.BOOL);
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
                    case VALUE_NUMBER_FLOAT -> floatType(in.getDoubleValue());
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
        if (type == Tensor.Type.INT64) {
            long integer = in.getLongValue();
            if (!isEqual((float) integer, integer)) {
                integersAsFloats = Tensor.Type.FLOAT64;
            }
            if (inexactInteger.isEmpty() && !isEqual((double) integer, integer)) {
                inexactInteger = in.getText();
            }
        }
        if (data.capacity() > 0) {
            switch (written) {
                case BOOL -> data.put((byte) (token == JsonToken.VALUE_TRUE ? 1 : 0));
                case INT64 -> data.putLong(in.getLongValue());
                case FLOAT64 -> data.putDouble(in.getDoubleValue());
                default -> data.putFloat((float) in.getDoubleValue());
            }
        }
    }
}
