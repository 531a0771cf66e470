// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers of some digits and a point as the nearest {@code double}, of two as near the even one: by the algorithm of Eisel and Lemire, also
 * where one division would suffice, since that cannot be known in advance.
 */
final class Decimal {

    /** The most digits behind the point. */
    static final int MAX_PLACES = 27;

    private static final long[] INVERSES_HIGH = new long[MAX_PLACES + 1];
    private static final long[] INVERSES_LOW = new long[MAX_PLACES + 1];

    /** The bits of a product below those that a number keeps, of which one rounds. */
    private static final int REST = 9;

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

    /** The digits, which are not negative, with so many of them behind the point. */
    static double of(long digits, int places) {
        if (digits == 0 || places == 0) {
            return digits;
        }
        int shift = Long.numberOfLeadingZeros(digits);
        long normal = digits << shift;
        long high = multiplyHigh(normal, INVERSES_HIGH[places]);
        long low = normal * INVERSES_HIGH[places];
        if ((high & ((1 << REST) - 1)) == (1 << REST) - 1) {
            long more = multiplyHigh(normal, INVERSES_LOW[places]);
            low += more;
            high += Long.compareUnsigned(low, more) < 0 ? 1 : 0;
        }
        int top = (int) (high >>> (Long.SIZE - 1));
        long rounded = high >>> (top + REST);
        if (Long.compareUnsigned(low, 1) <= 0 && (rounded & 3) == 1 && rounded << (top + REST) == high) {
            return BigDecimal.valueOf(digits, places).doubleValue(); // in the middle of two
        }
        rounded = (rounded + (rounded & 1)) >>> 1;
        int exponent = ((217706 * -places) >> 16) + Long.SIZE - 1 + top - shift + BIAS;
        return Double.longBitsToDouble(((long) (exponent - 1) << MANTISSA_BITS) + rounded);
    }

    /** The upper half of the product of two numbers without sign. */
    private static long multiplyHigh(long one, long other) {
        return Math.multiplyHigh(one, other) + ((one >> (Long.SIZE - 1)) & other) + ((other >> (Long.SIZE - 1)) & one);
    }
}
