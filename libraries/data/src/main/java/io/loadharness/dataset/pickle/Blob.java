// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A sequence of bytes in chunks. It can be longer than a Java array. Also decodes integers and UTF-8 strings. */
final class Blob {

    static final int CHUNK_BITS = 20;
    static final int CHUNK = 1 << CHUNK_BITS;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[][] chunks;
    private final long length;

    /** Creates a blob from chunks. All except the last must be {@value #CHUNK} bytes long. */
    Blob(byte[][] chunks, long length) {
        this.chunks = chunks;
        this.length = length;
    }

    /** Encodes a string as Latin-1: one byte for each character. */
    static Blob latin1(String text) throws DatasetException {
        if (text.chars().anyMatch(character -> character > 0xFF)) {
            throw new DatasetException(
                    "the pickle is damaged: a string that represents bytes has a character above 0xFF");
        }
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[][] chunks = new byte[(bytes.length >> CHUNK_BITS) + ((bytes.length & (CHUNK - 1)) == 0 ? 0 : 1)][];
        for (int i = 0; i < chunks.length; i++) {
            int from = i << CHUNK_BITS;
            chunks[i] = Arrays.copyOfRange(bytes, from, from + Math.min(CHUNK, bytes.length - from));
        }
        return new Blob(chunks, bytes.length);
    }

    long length() {
        return length;
    }

    /**
     * Returns the signed integer at offset {@code at}. {@code size} must be 1, 2, 4 or 8 bytes, and {@code at} must be a multiple of
     * {@code size}.
     */
    long integer(long at, int size, boolean bigEndian) {
        byte[] chunk = chunks[(int) (at >> CHUNK_BITS)];
        int index = (int) (at & (CHUNK - 1));
        return switch (size) {
            case 1 -> chunk[index];
            case 2 -> {
                short value = littleEndian2(chunk, index);
                yield bigEndian ? Short.reverseBytes(value) : value;
            }
            case 4 -> {
                int value = littleEndian4(chunk, index);
                yield bigEndian ? Integer.reverseBytes(value) : value;
            }
            default -> {
                long value = littleEndian8(chunk, index);
                yield bigEndian ? Long.reverseBytes(value) : value;
            }
        };
    }

    /** Returns a bit. Index 0 is the lowest bit of the first byte. */
    boolean bit(long index) {
        return (integer(index / Byte.SIZE, 1, false) >> index % Byte.SIZE & 1) != 0;
    }

    /** Decodes the bytes from {@code from} to {@code to - 1} as UTF-8. */
    String text(long from, long to) throws DatasetException {
        if (to - from > Integer.MAX_VALUE - 8) {
            throw new DatasetException(
                    "the pickle has a string of " + (to - from) + " bytes; the maximum is " + (Integer.MAX_VALUE - 8));
        }
        int size = (int) (to - from);
        int index = (int) (from & (CHUNK - 1));
        if (size == 0) {
            return "";
        }
        if (index + size <= CHUNK) {
            return utf8(chunks[(int) (from >> CHUNK_BITS)], index, size);
        }
        byte[] bytes = new byte[size];
        for (long at = from; at < to; ) {
            int start = (int) (at & (CHUNK - 1));
            int count = (int) Math.min(CHUNK - start, to - at);
            System.arraycopy(chunks[(int) (at >> CHUNK_BITS)], start, bytes, (int) (at - from), count);
            at += count;
        }
        return utf8(bytes, 0, size);
    }

    static short littleEndian2(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at);
    }

    static int littleEndian4(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long littleEndian8(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /** Decodes UTF-8 and rejects malformed bytes. */
    static String utf8(byte[] bytes, int from, int length) throws DatasetException {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            try { // malformed bytes, or the replacement character itself
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            } catch (CharacterCodingException e) {
                throw new DatasetException(
                        "the pickle has a string that is not UTF-8, for example because of an unpaired surrogate");
            }
        }
        return text;
    }
}
