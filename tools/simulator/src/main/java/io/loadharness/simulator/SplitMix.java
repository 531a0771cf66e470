// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** Stateless random numbers (SplitMix64): the same input gives the same random number. */
final class SplitMix {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** Returns the random number at a position of a sequence. */
    static long at(long key, long position) {
        return of(key + GOLDEN * (position + 1));
    }

    static long of(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a random number from 0 to below a bound. */
    static int below(int bound, long random) {
        return (int) (((random >>> 33) * bound) >>> 31);
    }

    /** Returns a random number from 0 to below 1. */
    static double unit(long random) {
        return (random >>> 11) * 0x1p-53;
    }
}
