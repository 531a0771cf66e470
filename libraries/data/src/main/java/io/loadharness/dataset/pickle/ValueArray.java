// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A growing array of values. Integers, the most frequent values, are not boxed. */
final class ValueArray {

    /** Marks an index whose value is in {@link #integers}. */
    private static final Object INTEGER = new Object();

    private static final long[] NO_INTEGERS = {};
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
    private static final int MIN_STEP = 8;

    private @Nullable Object[] values = new Object[64];
    private long[] integers = NO_INTEGERS;

    void set(int index, Object value) throws DatasetException {
        if (value instanceof Long number) {
            setInteger(index, number);
        } else {
            put(index, value);
        }
    }

    void setInteger(int index, long value) throws DatasetException {
        put(index, INTEGER);
        if (index >= integers.length) {
            integers = Arrays.copyOf(integers, values.length);
        }
        integers[index] = value;
    }

    /** Copies the value at index {@code other} of {@code from} to index {@code index} of this array. */
    void copy(int index, ValueArray from, int other) throws DatasetException {
        if (from.values[other] == INTEGER) {
            setInteger(index, from.integers[other]);
        } else {
            put(index, from.values[other]);
        }
    }

    /** Returns the value at an index. An integer is returned as a Long. */
    Object get(int index) {
        Object value = values[index];
        if (value == null) {
            throw new IllegalStateException("index " + index + " has no value");
        }
        return value == INTEGER ? (Object) integers[index] : value;
    }

    boolean has(int index) {
        return index < values.length && values[index] != null;
    }

    /** Returns true if all values in {@code [from, to)} are 32-bit integers. */
    boolean areInts(int from, int to) {
        for (int i = from; i < to; i++) {
            if (values[i] != INTEGER || integers[i] != (int) integers[i]) {
                return false;
            }
        }
        return true;
    }

    void copyInts(int from, int to, int[] target, int at) {
        for (int i = from; i < to; i++) {
            target[at + i - from] = (int) integers[i];
        }
    }

    void clear(int from, int to) {
        Arrays.fill(values, from, to, null);
    }

    private void put(int index, Object value) throws DatasetException {
        if (index >= values.length) {
            values = Arrays.copyOf(
                    values, capacity(values.length, Math.max(index - values.length + 1, values.length >> 1)));
        }
        values[index] = value;
    }

    /**
     * Returns the new length of an array that holds {@code size} values and receives {@code more} values. Python writes lists in batches of
     * a thousand values. A first batch of at least {@value #MIN_STEP} values gets an array of exactly its size. In a longer list, at most
     * an eighth of the array elements are unused.
     */
    static int capacity(int size, int more) throws DatasetException {
        long needed = (long) size + more;
        if (needed > MAX_LENGTH) {
            throw new DatasetException("the pickle has a list of more than " + MAX_LENGTH + " values");
        }
        return (int) Math.min(MAX_LENGTH, Math.max(needed, (long) size + (size >> 3) + MIN_STEP));
    }
}
