// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Arrays;

/** A growing array of bytes with a maximum length. */
final class Bytes {

    private static final byte[] EMPTY = {};
    private static final int MIN_CAPACITY = 256;

    private final int limit;
    private byte[] array = EMPTY;
    private int length;

    Bytes(int limit) {
        this.limit = limit;
    }

    /** Appends bytes and returns true. If the result would exceed the limit, appends nothing and returns false. */
    boolean append(byte[] bytes, int from, int to) {
        int more = to - from;
        if (more > limit - length) {
            return false;
        }
        if (more > array.length - length) {
            long doubled = Math.max(MIN_CAPACITY, Math.max(2L * array.length, (long) length + more));
            array = Arrays.copyOf(array, (int) Math.min(limit, doubled));
        }
        System.arraycopy(bytes, from, array, length, more);
        length += more;
        return true;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }
}
