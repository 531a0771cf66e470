// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;

/**
 * Sorts large arrays by digits of eleven bits, which is several times faster than a comparison sort. A digit that is the same in all
 * values, such as the highest digit of timestamps, is skipped.
 */
final class RadixSort {

    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;
    private static final int MIN_LENGTH = 4096;

    private RadixSort() {}

    static void sort(long[] values) {
        if (values.length < MIN_LENGTH) {
            Arrays.sort(values);
            return;
        }
        long differing = 0;
        for (long each : values) {
            differing |= each ^ values[0];
        }
        long[] from = values;
        long[] to = new long[values.length];
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            if ((differing >>> shift & DIGITS - 1) != 0) {
                distribute(from, to, shift);
                long[] sorted = to;
                to = from;
                from = sorted;
            }
        }
        if (from != values) {
            System.arraycopy(from, 0, values, 0, values.length);
        }
    }

    private static void distribute(long[] from, long[] to, int shift) {
        int[] next = new int[DIGITS + 1];
        for (long each : from) {
            next[digit(each, shift) + 1]++;
        }
        for (int i = 0; i < DIGITS; i++) {
            next[i + 1] += next[i];
        }
        for (long each : from) {
            to[next[digit(each, shift)]++] = each;
        }
    }

    /** Returns a digit of the value. The sign bit is inverted, so that negative numbers sort before positive ones. */
    private static int digit(long value, int shift) {
        return (int) ((value ^ Long.MIN_VALUE) >>> shift) & DIGITS - 1;
    }
}
