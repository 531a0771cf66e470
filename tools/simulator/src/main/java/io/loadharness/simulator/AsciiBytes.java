// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing, reusable byte buffer for responses. Not thread-safe. */
final class AsciiBytes {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private byte[] array = new byte[1024];
    private int length;

    AsciiBytes clear() {
        length = 0;
        return this;
    }

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    AsciiBytes add(int value) {
        ensureCapacity(1);
        array[length++] = (byte) value;
        return this;
    }

    AsciiBytes add(byte[] values) {
        ensureCapacity(values.length);
        System.arraycopy(values, 0, array, length, values.length);
        length += values.length;
        return this;
    }

    AsciiBytes add(AsciiBytes values) {
        ensureCapacity(values.length);
        System.arraycopy(values.array, 0, array, length, values.length);
        length += values.length;
        return this;
    }

    /** Appends text that consists of one-byte characters. */
    @SuppressWarnings(
            "deprecation") // the only JDK method that converts one-byte characters to bytes without allocating an
    // object
    AsciiBytes ascii(String text) {
        int size = text.length();
        ensureCapacity(size);
        text.getBytes(0, size, array, length);
        length += size;
        return this;
    }

    AsciiBytes number(long value) {
        if (value < 0) {
            return ascii(Long.toString(value));
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        ensureCapacity(digits);
        long rest = value;
        for (int at = length + digits - 1; at >= length; at--) {
            array[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Appends a JSON array of numbers. */
    AsciiBytes numbers(int[] values) {
        add('[');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                add(',');
            }
            number(values[i]);
        }
        return add(']');
    }

    /** Appends a JSON string with its quotes. */
    AsciiBytes json(String text) {
        add('"');
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                add('\\').add(b);
            } else if (b >= 0 && b < ' ') {
                ascii("\\u00").add(HEX[b >> 4]).add(HEX[b & 15]);
            } else {
                add(b);
            }
        }
        return add('"');
    }

    AsciiBytes insert(int position, String text) {
        byte[] rest = Arrays.copyOfRange(array, position, length);
        length = position;
        return ascii(text).add(rest);
    }

    /** Truncates the buffer to a length. */
    void truncate(int newLength) {
        length = newLength;
    }

    byte[] copy() {
        return Arrays.copyOf(array, length);
    }

    private void ensureCapacity(int more) {
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(array.length * 2, length + more));
        }
    }

    @Override
    public String toString() {
        return new String(array, 0, length, StandardCharsets.UTF_8);
    }
}
