// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** A NumPy array. As a column, it has one row for each index of its first dimension. */
final class NdArray implements PickleColumn, PickleMachine.Buildable {

    private static final String ARRAY = "an array";
    private static final int MAX_DIMENSIONS = 32;

    private static final int MAX_EMPTY_ROWS = 1 << 16;

    private int[] shape = {0};
    private long[] strides = {1};
    private ArrayElements elements = ArrayElements.NO_ELEMENTS;

    /** Sets the content of this array from the tuple (version, shape, dtype, isFortranOrder, content). */
    @Override
    public void build(Object state) throws DatasetException {
        PickleList parts = PickleChecks.requireType(PickleList.class, state, ARRAY);
        fill(
                PickleChecks.requirePart(parts, 1, ARRAY),
                PickleChecks.requirePart(parts, 2, ARRAY),
                Boolean.TRUE.equals(PickleChecks.requirePart(parts, 3, ARRAY)),
                PickleChecks.requirePart(parts, 4, ARRAY));
    }

    NdArray fill(Object lengths, Object dtype, boolean fortran, Object content) throws DatasetException {
        PickleList dimensions = PickleChecks.requireType(PickleList.class, lengths, "the shape of an array");
        ElementType type = PickleChecks.requireType(ElementType.Dtype.class, dtype, "the dtype of an array")
                .type();
        int count = dimensions.length();
        if (count > MAX_DIMENSIONS) {
            throw new DatasetException(
                    "the pickle is damaged: an array has " + count + " dimensions; the maximum is " + MAX_DIMENSIONS);
        }
        if (count == 0 && type.isObject()) {
            throw new DatasetException("the pickle has an array of objects with 0 dimensions: write the object itself");
        }
        int[] newShape = new int[count];
        for (int i = 0; i < count; i++) {
            newShape[i] =
                    PickleChecks.requireInteger(dimensions.get(i), 0, Integer.MAX_VALUE - 8, "the length of an array");
        }
        long[] newStrides = new long[count];
        long total = 1;
        for (int i = 0; i < count; i++) {
            int dimension = fortran && !type.isObject() ? i : count - 1 - i; // objects are always stored in C order
            newStrides[dimension] = total;
            total = Math.multiplyHigh(total, newShape[dimension]) == 0 ? total * newShape[dimension] : Long.MAX_VALUE;
        }
        if (total == 0) {
            checkEmpty(newShape);
        }
        elements = ArrayElements.of(type, total, content);
        shape = newShape;
        strides = newStrides;
        return this;
    }

    /**
     * Limits the number of rows if the rows are empty, for example of shape (1000000, 0). Empty rows need no bytes, therefore the size of
     * the file does not limit their number.
     */
    private static void checkEmpty(int[] shape) throws DatasetException {
        long rows = 1;
        for (int length : shape) {
            rows *= Math.max(1, length);
            if (rows > MAX_EMPTY_ROWS) {
                throw new DatasetException("the pickle has an array without elements that claims " + rows
                        + " rows; the maximum is " + MAX_EMPTY_ROWS);
            }
        }
    }

    ElementType type() {
        return elements.type();
    }

    int dimensions() {
        return shape.length;
    }

    int length(int dimension) {
        return shape[dimension];
    }

    @Override
    public int length() {
        return shape.length == 0 ? 1 : shape[0];
    }

    @Override
    public Object get(int index) throws DatasetException {
        return shape.length == 0 ? elements.get(0) : nested(1, index * strides[0]);
    }

    /** Returns an element of an array of two dimensions. */
    Object get(int first, int second) throws DatasetException {
        return elements.get(first * strides[0] + second * strides[1]);
    }

    @Override
    public void release(int index) {
        if (shape.length == 1) {
            elements.release(index * strides[0]);
        }
    }

    void release(int first, int second) {
        elements.release(first * strides[0] + second * strides[1]);
    }

    /** Returns all elements as nested lists. */
    Object value() throws DatasetException {
        return nested(0, 0);
    }

    private Object nested(int dimension, long offset) throws DatasetException {
        if (dimension == shape.length) {
            return elements.get(offset);
        }
        int length = shape[dimension];
        long stride = strides[dimension];
        if (dimension == shape.length - 1) {
            int[] ints = elements.ints(offset, stride, length);
            if (ints != null) {
                return new PickleList(ints);
            }
        }
        Object[] values = new Object[length];
        for (int i = 0; i < length; i++) {
            values[i] = nested(dimension + 1, offset + i * stride);
        }
        return new PickleList(values);
    }
}
