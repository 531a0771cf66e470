// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/**
 * The random number generator SplitMix64. LoadHarness has its own implementation, because the JDK does not guarantee the same numbers in
 * every version. Not thread-safe.
 */
public class SplitMix64 {

    /** The difference between the states of two successive numbers. */
    protected static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    /** Creates a generator with a seed. */
    public SplitMix64(long seed) {
        state = seed;
    }

    /** Restarts the sequence with a seed. */
    public final void restart(long seed) {
        state = seed;
    }

    /** Returns the next 64 random bits. */
    public final long next() {
        state += STEP;
        return mixed(state);
    }

    /** Mixes the bits: each bit of the result depends on all given bits. */
    protected static long mixed(long bits) {
        long once = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
