// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Arrays;

/** Integers that grow. */
final class IntList {

    private static final int[] NOTHING = {};
    private static final int SMALLEST = 16;

    private int[] array = NOTHING;
    private int size;

    void add(int value) {
        if (size == array.length) {
            array = Arrays.copyOf(array, Math.max(SMALLEST, 2 * size));
        }
        array[size++] = value;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Whether this list begins with all of another one. */
    boolean startsWith(IntList beginning) {
        return size >= beginning.size && Arrays.equals(array, 0, beginning.size, beginning.array, 0, beginning.size);
    }

    void addAll(IntList other) {
        if (other.size > array.length - size) {
            array = Arrays.copyOf(array, Math.max(SMALLEST, Math.max(2 * size, size + other.size)));
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
