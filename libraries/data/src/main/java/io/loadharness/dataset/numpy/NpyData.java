// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.internal.HalfFloats;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A buffered decoder of the values of an array. The memory that the decoder uses does not depend on the sizes in the header. {@link #close}
 * closes the stream.
 */
final class NpyData implements Closeable {

    private final byte[] bytes = new byte[1 << 16];
    private final ByteBuffer little = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer big = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
    private final InputStream in;
    private int next;
    private int end;

    NpyData(InputStream in) {
        this.in = in;
    }

    /** Reads an integer or boolean. */
    long integer(NpyType type) throws IOException {
        int size = type.size();
        int at = take(size);
        ByteBuffer view = type.order() == ByteOrder.BIG_ENDIAN ? big : little;
        long value =
                switch (size) {
                    case 1 -> bytes[at];
                    case 2 -> view.getShort(at);
                    case 4 -> view.getInt(at);
                    default -> view.getLong(at);
                };
        return type.kind() == 'i' ? value : unsigned(value, size);
    }

    private static long unsigned(long value, int size) throws DatasetException {
        if (size < Long.BYTES) {
            return value & ((1L << (Byte.SIZE * size)) - 1);
        }
        if (value < 0) {
            throw new DatasetException(
                    "the array has the integer " + Long.toUnsignedString(value) + "; the maximum is " + Long.MAX_VALUE);
        }
        return value;
    }

    /** Reads a floating-point number. */
    double number(NpyType type) throws IOException {
        int at = take(type.size());
        ByteBuffer view = type.order() == ByteOrder.BIG_ENDIAN ? big : little;
        return switch (type.size()) {
            case 2 -> HalfFloats.toDouble(view.getShort(at));
            case 4 -> view.getFloat(at);
            default -> view.getDouble(at);
        };
    }

    /** Reads a string. Zeros at the end are padding and are removed. */
    String text(NpyType type) throws IOException {
        return type.kind() == 'U' ? utf32(type) : utf8(type.size());
    }

    private String utf32(NpyType type) throws IOException {
        ByteBuffer view = type.order() == ByteOrder.BIG_ENDIAN ? big : little;
        var text = new StringBuilder();
        int zeros = 0;
        for (int i = 0; i < type.size(); i += Integer.BYTES) {
            int character = view.getInt(take(Integer.BYTES));
            if (character == 0) {
                zeros++;
                continue;
            }
            if (!Character.isValidCodePoint(character)) {
                throw new DatasetException(
                        "a string of the array has the invalid code point 0x" + Integer.toHexString(character));
            }
            for (; zeros > 0; zeros--) {
                text.append('\0');
            }
            text.appendCodePoint(character);
        }
        return text.toString();
    }

    private String utf8(int size) throws IOException {
        var text = new ByteArrayOutputStream();
        int zeros = 0;
        for (int i = 0; i < size; i++) {
            byte character = bytes[take(1)];
            if (character == 0) {
                zeros++;
                continue;
            }
            for (; zeros > 0; zeros--) {
                text.write(0);
            }
            text.write(character);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DatasetException("a string of the array is not UTF-8");
        }
    }

    void skip(long count) throws IOException {
        for (long i = 0; i < count; i++) {
            take(1);
        }
    }

    /** Returns true if all bytes were read. */
    boolean isAtEnd() throws IOException {
        return next == end && in.read() < 0;
    }

    /** Consumes {@code count} bytes and returns their position in the buffer. */
    private int take(int count) throws IOException {
        if (end - next < count) {
            fill(count);
        }
        int at = next;
        next += count;
        return at;
    }

    private void fill(int count) throws IOException {
        System.arraycopy(bytes, next, bytes, 0, end - next);
        end -= next;
        next = 0;
        while (end < count) {
            int read = in.read(bytes, end, bytes.length - end);
            if (read < 0) {
                throw new DatasetException("the file is truncated: the array ends in the middle of this row");
            }
            end += read;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
