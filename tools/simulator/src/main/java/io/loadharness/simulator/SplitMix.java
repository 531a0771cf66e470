// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** A stateless random number generator (SplitMix64): the same arguments always give the same random number. */
final class SplitMix {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** Returns the random number for a key at a position. The numbers of one key form a sequence. */
    static long at(long key, long position) {
        return of(key + GOLDEN * (position + 1));
    }

    static long of(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Converts a random number to an integer of at least 0 and less than a bound. */
    static int below(int bound, long random) {
        return (int) (((random >>> 33) * bound) >>> 31);
    }

    /** Converts a random number to a number of at least 0 and less than 1. */
    static double unit(long random) {
        return (random >>> 11) * 0x1p-53;
    }
}
