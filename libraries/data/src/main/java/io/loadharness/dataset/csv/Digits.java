// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Parses eight characters at once. The characters are in a long, whose lowest byte is the first character. */
final class Digits {

    /** The powers of ten up to 10^8. */
    static final long[] POWERS = new long[Long.BYTES + 1];

    /**
     * The limits for appending digits. A number below {@code LIMITS[count]} has at most 18 digits after {@code count} digits are appended,
     * and thus fits into a long.
     */
    static final long[] LIMITS = new long[Long.BYTES + 1];

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ZEROS = 0x3030303030303030L;
    private static final long TO_HIGH_BIT = 0x7676767676767676L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = power;
            LIMITS[i] = 1_000_000_000_000_000_000L / power;
            power *= 10;
        }
    }

    private Digits() {}

    /** Returns the eight characters at a position. Characters after the end of the text are zero bytes. */
    static long at(byte[] text, int from) {
        if (from <= text.length - Long.BYTES) {
            return (long) LONGS.get(text, from);
        }
        long all = 0;
        for (int i = text.length - 1; i >= from; i--) {
            all = (all << Byte.SIZE) | (text[i] & 0xff);
        }
        return all;
    }

    /** Returns the number of digits before the first character that is not a digit. */
    static int count(long characters) {
        long values = characters ^ ZEROS;
        long others = ((values + TO_HIGH_BIT) | values) & HIGH_BITS;
        return Long.numberOfTrailingZeros(others) / Byte.SIZE;
    }

    /**
     * Returns the value of the first {@code count} digits. Each step joins pairs of neighboring numbers into one number with twice as many
     * digits.
     */
    static long value(long characters, int count) {
        if (count == 0) {
            return 0;
        }
        long ones = (characters ^ ZEROS) << (Byte.SIZE * (Long.BYTES - count));
        long pairs = (ones * 10 + (ones >>> 8)) & 0x00ff00ff00ff00ffL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000ffff0000ffffL;
        return (fours * 10_000 + (fours >>> 32)) & 0xffffffffL;
    }
}
