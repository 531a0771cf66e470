// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.Adler32;

/**
 * Compresses runs of equal bytes in the zlib format (RFC 1950, RFC 1951 with fixed codes). The output is the same on every machine, whereas
 * the output of {@link java.util.zip.Deflater} depends on the zlib library of the JDK.
 */
final class RunLengthZlib {

    private static final int MIN_LENGTH = 3;
    private static final int MAX_LENGTH = 258;
    private static final int FIRST_LENGTH_CODE = 257;
    private static final int CODE_OF_MAX_LENGTH = 285;
    private static final int END = 256;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Adler32 check = new Adler32();
    private int pending;
    private int pendingBits;

    /** The byte of the current run; -1 before the first byte. */
    private int last = -1;

    private int repeats;

    RunLengthZlib() {
        out.write(0x78);
        out.write(0x01);
        bits(0b011, 3); // last block, fixed codes
    }

    void write(byte[] bytes) {
        check.update(bytes);
        for (byte each : bytes) {
            int value = each & 0xFF;
            if (value == last) {
                repeats++;
            } else {
                endRun();
                literal(value);
                last = value;
            }
        }
    }

    byte[] finish() {
        endRun();
        symbol(END);
        bits(0, 7); // fills the last byte
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) check.getValue()).array());
        return out.toByteArray();
    }

    private void endRun() {
        while (repeats >= MIN_LENGTH) {
            int length = Math.min(repeats, MAX_LENGTH);
            length(length);
            bits(0, 5); // distance 1
            repeats -= length;
        }
        for (; repeats > 0; repeats--) {
            literal(last);
        }
    }

    private void literal(int value) {
        symbol(value);
    }

    /**
     * Writes the length of a run. A code stands for a group of lengths, and extra bits select the length within the group. The larger the
     * lengths, the more lengths are in a group.
     */
    private void length(int length) {
        if (length == MAX_LENGTH) {
            symbol(CODE_OF_MAX_LENGTH);
            return;
        }
        int offset = length - MIN_LENGTH;
        int extraBits = Math.max(0, 29 - Integer.numberOfLeadingZeros(offset));
        symbol(FIRST_LENGTH_CODE + (extraBits << 2) + (offset >> extraBits));
        bits(offset & ((1 << extraBits) - 1), extraBits);
    }

    private void symbol(int symbol) {
        if (symbol < 144) {
            code(0x30 + symbol, 8);
        } else if (symbol < 256) {
            code(0x190 + symbol - 144, 9);
        } else if (symbol < 280) {
            code(symbol - 256, 7);
        } else {
            code(0xC0 + symbol - 280, 8);
        }
    }

    /** Writes a code, starting with its highest bit. All other values are written starting with the lowest bit. */
    private void code(int code, int length) {
        bits(Integer.reverse(code) >>> (32 - length), length);
    }

    private void bits(int bits, int count) {
        pending |= bits << pendingBits;
        pendingBits += count;
        while (pendingBits >= 8) {
            out.write(pending);
            pending >>>= 8;
            pendingBits -= 8;
        }
    }
}
