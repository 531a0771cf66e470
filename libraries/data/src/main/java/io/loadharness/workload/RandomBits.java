// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.internal.SplitMix64;

/** The random numbers of a stream, the same in every version of the JDK. Not thread-safe. */
final class RandomBits extends SplitMix64 {

    RandomBits(long stream) {
        super(stream);
    }

    /** A number from 0 to {@code bound - 1}. Takes one draw; its deviation from uniform is not measurable. */
    int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, (long) bound << 1);
    }

    /** A number between 0 and 1, never one of them. */
    double unit() {
        return ((next() >>> 12) + 0.5) * 0x1p-52;
    }

    /** The stream of an index below a stream or a seed. */
    static long branch(long stream, long index) {
        return mixed(mixed(stream + STEP) + index * STEP);
    }
}
