// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A list or tuple. If all values are 32-bit integers, they are stored in an {@code int} array. */
final class PickleList implements PickleColumn {

    private static final int[] NO_INTS = {};
    private static final Object[] NO_OBJECTS = {};

    /** The object that replaces a released value. */
    private static final Object RELEASED = new Object();

    private int size;
    private int[] ints = NO_INTS;

    /** The values; null while all values are 32-bit integers, which are in {@link #ints}. */
    private Object @Nullable [] objects;

    PickleList() {}

    /** Creates a list that owns the array. */
    PickleList(int[] ints) {
        this.ints = ints;
        this.size = ints.length;
    }

    /** Creates a list that owns the array. */
    PickleList(Object[] objects) {
        this.objects = objects;
        this.size = objects.length;
    }

    @Override
    public int length() {
        return size;
    }

    @Override
    public Object get(int index) throws DatasetException {
        if (objects == null) {
            return (long) ints[index];
        }
        Object value = objects[index];
        if (value == RELEASED) {
            throw new DatasetException("a column contains itself or another column, which is not supported");
        }
        return value;
    }

    @Override
    public void release(int index) {
        if (objects != null) {
            objects[index] = RELEASED;
        }
    }

    boolean isInts() {
        return objects == null;
    }

    /** Returns the array that stores a list of ints. Only its first {@link #length} elements belong to the list. */
    int[] ints() {
        return ints;
    }

    void add(Object value) throws DatasetException {
        if (objects == null && value instanceof Long number && number == number.intValue()) {
            reserveInts(1);
            ints[size++] = number.intValue();
        } else {
            reserveObjects(1)[size++] = value;
        }
    }

    void addAll(ValueArray from, int start, int end) throws DatasetException {
        int count = end - start;
        if (objects == null && from.areInts(start, end)) {
            reserveInts(count);
            from.copyInts(start, end, ints, size);
        } else {
            Object[] to = reserveObjects(count);
            for (int i = 0; i < count; i++) {
                to[size + i] = from.get(start + i);
            }
        }
        size += count;
    }

    private void reserveInts(int more) throws DatasetException {
        if (more > ints.length - size) {
            ints = Arrays.copyOf(ints, ValueArray.capacity(size, more));
        }
    }

    private Object[] reserveObjects(int more) throws DatasetException {
        if (objects == null) {
            objects = size + more == 0 ? NO_OBJECTS : new Object[ValueArray.capacity(size, more)];
            for (int i = 0; i < size; i++) {
                objects[i] = (long) ints[i];
            }
            ints = NO_INTS;
        } else if (more > objects.length - size) {
            objects = Arrays.copyOf(objects, ValueArray.capacity(size, more));
        }
        return objects;
    }
}
