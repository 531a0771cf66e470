// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.internal.SplitMix64;

/** A random number generator whose numbers are the same on every JDK. The seed identifies the random stream. Not thread-safe. */
final class RandomBits extends SplitMix64 {

    RandomBits(long stream) {
        super(stream);
    }

    /**
     * Returns a number from 0 to {@code bound - 1}. Consumes one random number. The deviation from the uniform distribution is too small to
     * measure.
     */
    int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, (long) bound << 1);
    }

    /** Returns a number between 0 and 1, both exclusive. */
    double unit() {
        return ((next() >>> 12) + 0.5) * 0x1p-52;
    }

    /**
     * Returns the seed of an independent random stream, which is derived from another stream or from a seed. Different indexes give
     * different streams.
     */
    static long branch(long stream, long index) {
        return mixed(mixed(stream + STEP) + index * STEP);
    }
}
