// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.internal.SplitMix64;

/** Random numbers from a seed. Every JVM returns exactly the same numbers. Not thread-safe. */
final class RandomNumbers {

    private static final double STEP = 0x1p-53;

    /** The minimum shape for the rejection method. For a smaller shape, a number is drawn with {@code shape + 1} and then transformed. */
    private static final double MIN_SHAPE = 1;

    private final SplitMix64 bits;

    /**
     * Creates the sequence of numbers for a seed and a purpose.
     *
     * @param purpose the use of the numbers; the same seed gives a different sequence for each purpose
     */
    RandomNumbers(long seed, Purpose purpose) {
        bits = new SplitMix64(new SplitMix64(seed).next() + purpose.offset);
    }

    /** Purposes of random numbers. */
    enum Purpose {
        ARRIVALS(1),
        SAMPLES(2),
        LOADED_SET(3);

        private final long offset;

        Purpose(long offset) {
            this.offset = offset;
        }
    }

    /** Returns a number greater than 0 and at most 1. */
    double uniform() {
        return ((bits.next() >>> 11) + 1) * STEP;
    }

    /** Returns an integer from 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) (((bits.next() >>> 32) * bound) >>> 32);
    }

    /** Returns an exponentially distributed number with mean 1. */
    double exponential() {
        return -StrictMath.log(uniform());
    }

    /** Returns a gamma distributed number with mean 1 and a coefficient of variation of {@code 1 / sqrt(shape)}. */
    double gamma(double shape) {
        return shape < MIN_SHAPE
                ? unscaledGamma(shape + 1) * StrictMath.pow(uniform(), 1 / shape) / shape
                : unscaledGamma(shape) / shape;
    }

    /** Returns a gamma distributed number whose mean is {@code shape}, by the rejection method of Marsaglia and Tsang. */
    private double unscaledGamma(double shape) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = normal();
            double root = 1 + c * x;
            double v = root * root * root;
            if (root > 0 && StrictMath.log(uniform()) < x * x / 2 + d * (1 - v + StrictMath.log(v))) {
                return d * v;
            }
        }
    }

    /** Returns a normally distributed number by the polar method. The method yields two numbers; the second one is discarded. */
    private double normal() {
        while (true) {
            double x = 2 * uniform() - 1;
            double y = 2 * uniform() - 1;
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                return x * Math.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }
}
