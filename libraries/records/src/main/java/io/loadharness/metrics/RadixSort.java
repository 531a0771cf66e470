// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;

/**
 * Sorts many numbers by their digits of eleven bits, which takes a fraction of the time of comparing them. Digits that are the same in all
 * numbers, as the highest ones of times, cost nothing.
 */
final class RadixSort {

    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;
    private static final int FEW = 4096;

    private RadixSort() {}

    static void sort(long[] values) {
        if (values.length < FEW) {
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

    /** With the sign the other way round, so that negative numbers come first. */
    private static int digit(long value, int shift) {
        return (int) ((value ^ Long.MIN_VALUE) >>> shift) & DIGITS - 1;
    }
}
