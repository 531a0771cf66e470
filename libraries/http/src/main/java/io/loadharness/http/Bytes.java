// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Arrays;

/** Bytes that grow, up to a limit. */
final class Bytes {

    private static final byte[] NOTHING = {};
    private static final int SMALLEST = 256;

    private final int limit;
    private byte[] array = NOTHING;
    private int length;

    Bytes(int limit) {
        this.limit = limit;
    }

    /** Appends, or tells that the limit is passed. */
    boolean append(byte[] bytes, int from, int to) {
        int more = to - from;
        if (more > limit - length) {
            return false;
        }
        if (more > array.length - length) {
            long doubled = Math.max(SMALLEST, Math.max(2L * array.length, (long) length + more));
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
