// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.internal.SplitMix64;

/** Random numbers of a seed, the same on every JVM to the last bit. For one thread. */
final class Draws {

    private static final double STEP = 0x1p-53;

    /** Below this shape, gamma is made from that of the next shape. */
    private static final double LEAST_SHAPE = 1;

    private final SplitMix64 bits;

    /**
     * The numbers of a seed for one purpose.
     *
     * @param purpose keeps numbers for different purposes apart where their seeds are the same
     */
    Draws(long seed, Purpose purpose) {
        bits = new SplitMix64(new SplitMix64(seed).next() + purpose.offset);
    }

    /** What numbers are drawn for. */
    enum Purpose {
        ARRIVALS(1),
        SAMPLES(2),
        LOADED_SET(3);

        private final long offset;

        Purpose(long offset) {
            this.offset = offset;
        }
    }

    /** More than 0, at most 1. */
    double uniform() {
        return ((bits.next() >>> 11) + 1) * STEP;
    }

    /** At least 0, less than {@code bound}. */
    int below(int bound) {
        return (int) (((bits.next() >>> 32) * bound) >>> 32);
    }

    /** Of mean 1. */
    double exponential() {
        return -StrictMath.log(uniform());
    }

    /** Of mean 1 and a coefficient of variation of {@code 1 / sqrt(shape)}. */
    double gamma(double shape) {
        return shape < LEAST_SHAPE
                ? unscaledGamma(shape + 1) * StrictMath.pow(uniform(), 1 / shape) / shape
                : unscaledGamma(shape) / shape;
    }

    /** By the method of Marsaglia and Tsang: a normal number is bent into shape, and one in some ten is drawn anew. */
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

    /** By the polar method; its second number is left unused. */
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
