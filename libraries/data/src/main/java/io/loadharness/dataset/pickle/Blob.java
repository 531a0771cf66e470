package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes, of which there may be more than an array can hold. */
final class Blob {

    static final int CHUNK_BITS = 20;
    static final int CHUNK = 1 << CHUNK_BITS;

    private final byte[][] chunks;
    private final long length;

    /** Of chunks that are all of {@value #CHUNK} bytes but the last. */
    Blob(byte[][] chunks, long length) {
        this.chunks = chunks;
        this.length = length;
    }

    /** A byte for each character. */
    static Blob latin1(String text) throws DatasetException {
        if (text.chars().anyMatch(character -> character > 0xFF)) {
            throw new DatasetException("it is damaged: its bytes have a character that is none");
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

    /** The whole number at a place that is a multiple of its size, which is 1, 2, 4 or 8 bytes; with its sign. */
    long integer(long at, int size, boolean bigEndian) {
        byte[] chunk = chunks[(int) (at >> CHUNK_BITS)];
        int index = (int) (at & (CHUNK - 1));
        return switch (size) {
            case 1 -> chunk[index];
            case 2 -> {
                short value = LittleEndian.of2(chunk, index);
                yield bigEndian ? Short.reverseBytes(value) : value;
            }
            case 4 -> {
                int value = LittleEndian.of4(chunk, index);
                yield bigEndian ? Integer.reverseBytes(value) : value;
            }
            default -> {
                long value = LittleEndian.of8(chunk, index);
                yield bigEndian ? Long.reverseBytes(value) : value;
            }
        };
    }

    /** The text in {@code [from, to)}. */
    String text(long from, long to) throws DatasetException {
        if (to - from > Integer.MAX_VALUE - 8) {
            throw new DatasetException("it has a text of " + (to - from) + " bytes, and no text may be so long");
        }
        int size = (int) (to - from);
        int index = (int) (from & (CHUNK - 1));
        if (size == 0) {
            return "";
        }
        if (index + size <= CHUNK) {
            return Utf8.text(chunks[(int) (from >> CHUNK_BITS)], index, size);
        }
        byte[] bytes = new byte[size];
        for (long at = from; at < to; ) {
            int begin = (int) (at & (CHUNK - 1));
            int count = (int) Math.min(CHUNK - begin, to - at);
            System.arraycopy(chunks[(int) (at >> CHUNK_BITS)], begin, bytes, (int) (at - from), count);
            at += count;
        }
        return Utf8.text(bytes, 0, size);
    }
}
