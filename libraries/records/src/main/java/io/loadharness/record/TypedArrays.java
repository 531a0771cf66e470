// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** CBOR typed arrays (RFC 8746), used for gaps. */
final class TypedArrays {

    static final int UINT32_LE = 70;
    static final int UINT64_LE = 71;

    private TypedArrays() {}

    static boolean isKnown(int tag, int bytes) {
        return (tag == UINT32_LE && bytes % Integer.BYTES == 0) || (tag == UINT64_LE && bytes % Long.BYTES == 0);
    }

    static long[] read(int tag, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean small = tag == UINT32_LE;
        long[] values = new long[bytes.length / (small ? Integer.BYTES : Long.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = small ? Integer.toUnsignedLong(buffer.getInt()) : buffer.getLong();
        }
        return values;
    }
}
