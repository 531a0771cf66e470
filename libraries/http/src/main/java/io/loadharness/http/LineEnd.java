// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the end of a line, eight bytes at a time. */
final class LineEnd {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = '\n' * ONES;
    private static final long CARRIAGE_RETURNS = '\r' * ONES;

    private LineEnd() {}

    /** Returns the position of the first line feed or carriage return in {@code [from, to)}, or {@code to}. */
    static int find(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, i);
            long hits = zeroBytes(eight ^ LINE_FEEDS) | zeroBytes(eight ^ CARRIAGE_RETURNS);
            if (hits != 0) {
                return i + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
            }
        }
        while (i < to && bytes[i] != '\n' && bytes[i] != '\r') {
            i++;
        }
        return i;
    }

    /**
     * Returns a value in which the high bit of the lowest zero byte of {@code eight} is set. All lower bits are 0, and the higher bits are
     * undefined.
     */
    private static long zeroBytes(long eight) {
        return (eight - ONES) & ~eight & HIGH_BITS;
    }
}
