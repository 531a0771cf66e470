// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Arrays;

/** A growing array of integers. */
final class IntList {

    private static final int[] EMPTY = {};
    private static final int MIN_CAPACITY = 16;

    private int[] array = EMPTY;
    private int size;

    void add(int value) {
        if (size == array.length) {
            array = Arrays.copyOf(array, Math.max(MIN_CAPACITY, 2 * size));
        }
        array[size++] = value;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Returns true if this list starts with all elements of another list. */
    boolean startsWith(IntList prefix) {
        return size >= prefix.size && Arrays.equals(array, 0, prefix.size, prefix.array, 0, prefix.size);
    }

    void addAll(IntList other) {
        if (other.size > array.length - size) {
            array = Arrays.copyOf(array, Math.max(MIN_CAPACITY, Math.max(2 * size, size + other.size)));
        }
        System.arraycopy(other.array, 0, array, size, other.size);
        size += other.size;
    }

    void removeFirst(int count) {
        System.arraycopy(array, count, array, 0, size - count);
        size -= count;
    }

    int[] toArray() {
        return Arrays.copyOf(array, size);
    }
}
