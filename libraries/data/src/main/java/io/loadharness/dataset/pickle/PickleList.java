// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A list or tuple. If all values are 32-bit integers, an array of ints holds them. */
final class PickleList implements PickleColumn {

    private static final int[] NO_INTS = {};
    private static final Object[] NO_OBJECTS = {};

    /** Marks a released value. */
    private static final Object RELEASED = new Object();

    private int size;
    private int[] ints = NO_INTS;

    /** Null while all values are ints. */
    private Object @Nullable [] objects;

    PickleList() {}

    /** Takes ownership of the array. */
    PickleList(int[] ints) {
        this.ints = ints;
        this.size = ints.length;
    }

    /** Takes ownership of the array. */
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
            throw new DatasetException("a column holds itself or another column, and a table cannot");
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

    /** Returns the array behind a list of ints; only its first {@link #length} elements belong to the list. */
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

    void addAll(Slots from, int begin, int end) throws DatasetException {
        int count = end - begin;
        if (objects == null && from.areInts(begin, end)) {
            reserveInts(count);
            from.copyInts(begin, end, ints, size);
        } else {
            Object[] to = reserveObjects(count);
            for (int i = 0; i < count; i++) {
                to[size + i] = from.get(begin + i);
            }
        }
        size += count;
    }

    private void reserveInts(int more) throws DatasetException {
        if (more > ints.length - size) {
            ints = Arrays.copyOf(ints, Slots.capacity(size, more));
        }
    }

    private Object[] reserveObjects(int more) throws DatasetException {
        if (objects == null) {
            objects = size + more == 0 ? NO_OBJECTS : new Object[Slots.capacity(size, more)];
            for (int i = 0; i < size; i++) {
                objects[i] = (long) ints[i];
            }
            ints = NO_INTS;
        } else if (more > objects.length - size) {
            objects = Arrays.copyOf(objects, Slots.capacity(size, more));
        }
        return objects;
    }
}
