package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;

/** A growing row of values. Whole numbers, of which a data set has a thousand times more than of anything else, have no box each. */
final class Slots {

    /** Stands where the value is a whole number. */
    private static final Object INTEGER = new Object();

    private static final long[] NO_INTEGERS = {};

    private Object[] values = new Object[64];
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

    /** Sets what {@code from} has at {@code other}. */
    void copy(int index, Slots from, int other) throws DatasetException {
        if (from.values[other] == INTEGER) {
            setInteger(index, from.integers[other]);
        } else {
            put(index, from.values[other]);
        }
    }

    /** The value, null if there is none; a whole number as a Long. */
    Object get(int index) {
        if (index >= values.length) {
            return null;
        }
        Object value = values[index];
        return value == INTEGER ? (Object) integers[index] : value;
    }

    boolean has(int index) {
        return index < values.length && values[index] != null;
    }

    /** Whether all values in {@code [from, to)} are whole numbers of 32 bits. */
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
                    values, Growth.capacity(values.length, Math.max(index - values.length + 1, values.length >> 1)));
        }
        values[index] = value;
    }
}
