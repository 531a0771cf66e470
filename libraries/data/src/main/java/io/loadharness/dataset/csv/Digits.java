// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight characters at once, in a long whose lowest byte is the first of them. */
final class Digits {

    /** The powers of ten up to the eighth. */
    static final long[] POWERS = new long[Long.BYTES + 1];

    /** From which number on so many more digits would make it longer than 18, which any long holds. */
    static final long[] BEYOND = new long[Long.BYTES + 1];

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ZEROS = 0x3030303030303030L;
    private static final long TO_HIGH_BIT = 0x7676767676767676L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = power;
            BEYOND[i] = 1_000_000_000_000_000_000L / power;
            power *= 10;
        }
    }

    private Digits() {}

    /** The characters from a place on, with others behind the end of the text. */
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

    /** How many of them are digits, up to the first that is none. */
    static int count(long characters) {
        long values = characters ^ ZEROS;
        long others = ((values + TO_HIGH_BIT) | values) & HIGH_BITS;
        return Long.numberOfTrailingZeros(others) / Byte.SIZE;
    }

    /** The number that so many of them are: at each step, neighbours become one number of twice the digits. */
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
