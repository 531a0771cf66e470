// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/** Floating-point numbers of 16 bits (IEEE 754), for which Java 17 has no methods. */
public final class HalfFloats {

    private static final int FRACTION_BITS = 10;
    private static final int FRACTION_MASK = (1 << FRACTION_BITS) - 1;
    private static final int EXPONENT_MASK = 0x1f;

    /** The bias of the exponent, plus the number of bits of the fraction. */
    private static final int BIAS = 25;

    private HalfFloats() {}

    /** Converts the bits of a number. */
    public static double toDouble(short bits) {
        int exponent = (bits >>> FRACTION_BITS) & EXPONENT_MASK;
        int fraction = bits & FRACTION_MASK;
        double magnitude =
                switch (exponent) {
                    case 0 -> Math.scalb((double) fraction, 1 - BIAS);
                    case EXPONENT_MASK -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
                    default -> Math.scalb((double) (fraction | 1 << FRACTION_BITS), exponent - BIAS);
                };
        return bits < 0 ? -magnitude : magnitude;
    }
}
