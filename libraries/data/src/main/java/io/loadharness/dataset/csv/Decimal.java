// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Converts decimal numbers to the nearest {@code double}, ties to even, by the algorithm of Eisel and Lemire. A floating-point division
 * would be exact only for some numbers.
 */
final class Decimal {

    /** The maximum number of decimal places. */
    static final int MAX_PLACES = 27;

    private static final long[] INVERSES_HIGH = new long[MAX_PLACES + 1];
    private static final long[] INVERSES_LOW = new long[MAX_PLACES + 1];

    /** The number of low bits of a product that are dropped. The remaining bits are the mantissa and one rounding bit. */
    private static final int DISCARDED_BITS = 9;

    private static final int MANTISSA_BITS = 52;
    private static final int BIAS = 1023;

    static {
        for (int places = 1; places <= MAX_PLACES; places++) {
            BigInteger power = BigInteger.valueOf(5).pow(places);
            int bits = power.subtract(BigInteger.ONE).bitLength();
            BigInteger inverse =
                    BigInteger.ONE.shiftLeft(bits + 127).divide(power).add(BigInteger.ONE);
            INVERSES_HIGH[places] = inverse.shiftRight(Long.SIZE).longValue();
            INVERSES_LOW[places] = inverse.longValue();
        }
    }

    private Decimal() {}

    /** Returns {@code digits} divided by 10 to the power of {@code places}. {@code digits} must not be negative. */
    static double of(long digits, int places) {
        if (digits == 0 || places == 0) {
            return digits;
        }
        int shift = Long.numberOfLeadingZeros(digits);
        long normal = digits << shift;
        long high = multiplyHigh(normal, INVERSES_HIGH[places]);
        long low = normal * INVERSES_HIGH[places];
        if ((high & ((1 << DISCARDED_BITS) - 1)) == (1 << DISCARDED_BITS) - 1) {
            long lower = multiplyHigh(normal, INVERSES_LOW[places]);
            low += lower;
            high += Long.compareUnsigned(low, lower) < 0 ? 1 : 0;
        }
        int top = (int) (high >>> (Long.SIZE - 1));
        long rounded = high >>> (top + DISCARDED_BITS);
        if (Long.compareUnsigned(low, 1) <= 0 && (rounded & 3) == 1 && rounded << (top + DISCARDED_BITS) == high) {
            return BigDecimal.valueOf(digits, places).doubleValue(); // halfway between two doubles
        }
        rounded = (rounded + (rounded & 1)) >>> 1;
        int exponent = ((217706 * -places) >> 16) + Long.SIZE - 1 + top - shift + BIAS;
        return Double.longBitsToDouble(((long) (exponent - 1) << MANTISSA_BITS) + rounded);
    }

    /** Returns the upper 64 bits of the 128-bit product of two unsigned numbers. */
    private static long multiplyHigh(long one, long other) {
        return Math.multiplyHigh(one, other) + ((one >> (Long.SIZE - 1)) & other) + ((other >> (Long.SIZE - 1)) & one);
    }
}
