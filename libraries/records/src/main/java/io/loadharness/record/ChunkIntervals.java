// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The gaps between the chunks of a response. Each gap uses four bytes. If a gap is longer than four seconds, all gaps of the response use
 * eight bytes. Not thread-safe.
 */
final class ChunkIntervals {

    private static final int MIN_CAPACITY = 16;
    private static final int[] NONE = {};
    private static final long MAX_OF_32_BITS = 0xFFFF_FFFFL;

    private int size;
    private long last;
    private int[] small = NONE;
    private long @Nullable [] large;

    void begin(long nanos) {
        last = nanos;
    }

    void add(long nanos) {
        long gap = Math.max(0, nanos - last);
        last = Math.max(last, nanos);
        if (large == null && gap > MAX_OF_32_BITS) {
            large = toArray();
            small = NONE;
        }
        if (large != null) {
            large = size < large.length ? large : Arrays.copyOf(large, Math.max(MIN_CAPACITY, 2 * size));
            large[size] = gap;
        } else {
            small = size < small.length ? small : Arrays.copyOf(small, Math.max(MIN_CAPACITY, 2 * size));
            small[size] = (int) gap;
        }
        size++;
    }

    /** Returns true if four bytes are enough for each of the gaps. */
    static boolean fitIn32Bits(long[] gaps) {
        for (long each : gaps) {
            if (each < 0 || each > MAX_OF_32_BITS) {
                return false;
            }
        }
        return true;
    }

    int size() {
        return size;
    }

    boolean fitsIn32Bits() {
        return large == null;
    }

    long get(int i) {
        return large == null ? Integer.toUnsignedLong(small[i]) : large[i];
    }

    private long[] toArray() {
        long[] all = new long[size];
        Arrays.setAll(all, this::get);
        return all;
    }
}
