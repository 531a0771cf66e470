// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A buffered reader of pickles. It allocates memory only for bytes that exist, not for lengths that a file claims. */
final class PickleInput {

    private static final int BUFFER = 1 << 16;
    private static final int MAX_TEXT_LENGTH = Integer.MAX_VALUE - 8;
    private static final int MAX_NAME_LENGTH = 1 << 10;

    private final InputStream stream;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /** The number of bytes of the pickle before the first byte of the buffer. */
    private long before;

    /** Creates a reader that starts at the current position of the stream. The caller closes the stream. */
    PickleInput(InputStream stream) {
        this.stream = stream;
    }

    /** Returns the number of bytes read. */
    long position() {
        return before + at;
    }

    int unsigned1() throws IOException {
        if (at == end) {
            require(1);
        }
        return buffer[at++] & 0xFF;
    }

    int unsigned2() throws IOException {
        require(Short.BYTES);
        int value = Short.toUnsignedInt(Blob.littleEndian2(buffer, at));
        at += Short.BYTES;
        return value;
    }

    int signed4() throws IOException {
        require(Integer.BYTES);
        int value = Blob.littleEndian4(buffer, at);
        at += Integer.BYTES;
        return value;
    }

    long unsigned4() throws IOException {
        return Integer.toUnsignedLong(signed4());
    }

    long signed8() throws IOException {
        require(Long.BYTES);
        long value = Blob.littleEndian8(buffer, at);
        at += Long.BYTES;
        return value;
    }

    /** Reads a double, the only value that pickles store in big-endian order. */
    double number() throws IOException {
        return Double.longBitsToDouble(Long.reverseBytes(signed8()));
    }

    /** Reads a little-endian integer of {@code length} bytes in two's complement. */
    long integer(long length) throws IOException {
        if (length < 0 || length > Long.BYTES) {
            throw new DatasetException("the pickle has an integer of " + length + " bytes; the maximum is 8");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (long) unsigned1() << (Byte.SIZE * i);
        }
        int unused = Long.SIZE - Byte.SIZE * (int) length;
        return length == 0 ? 0 : value << unused >> unused;
    }

    /** Reads a name that ends at the next line break. */
    String line() throws IOException {
        byte[] line = new byte[MAX_NAME_LENGTH];
        int length = 0;
        for (int next = unsigned1(); next != '\n'; next = unsigned1()) {
            if (length == MAX_NAME_LENGTH) {
                throw new DatasetException(
                        "the pickle is damaged: a name is longer than " + MAX_NAME_LENGTH + " bytes");
            }
            line[length++] = (byte) next;
        }
        return Blob.utf8(line, 0, length);
    }

    String text(long length) throws IOException {
        if (length >= 0 && length <= BUFFER) {
            require((int) length);
            at += (int) length;
            return Blob.utf8(buffer, at - (int) length, (int) length);
        }
        if (length < 0 || length > MAX_TEXT_LENGTH) {
            throw new DatasetException("the pickle has a string of " + Long.toUnsignedString(length)
                    + " bytes; the maximum is " + MAX_TEXT_LENGTH);
        }
        byte[] bytes = new byte[(int) Math.min(length, Blob.CHUNK)];
        int read = 0;
        while (read < length) {
            if (read == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * read));
            }
            int more = (int) Math.min(length, bytes.length) - read;
            take(bytes, read, more);
            read += more;
        }
        return Blob.utf8(bytes, 0, read);
    }

    Blob blob(long length) throws IOException {
        if (length < 0) {
            throw truncated();
        }
        List<byte[]> chunks = new ArrayList<>(1);
        for (long left = length; left > 0; left -= Blob.CHUNK) {
            byte[] chunk = new byte[(int) Math.min(left, Blob.CHUNK)];
            take(chunk, 0, chunk.length);
            chunks.add(chunk);
        }
        return new Blob(chunks.toArray(byte[][]::new), length);
    }

    boolean atEnd() throws IOException {
        return at == end && !fill(1);
    }

    private void take(byte[] target, int from, int count) throws IOException {
        int buffered = Math.min(count, end - at);
        System.arraycopy(buffer, at, target, from, buffered);
        at += buffered;
        int read = stream.readNBytes(target, from + buffered, count - buffered);
        before += read;
        if (read < count - buffered) {
            throw truncated();
        }
    }

    private void require(int count) throws IOException {
        if (end - at < count && !fill(count)) {
            throw truncated();
        }
    }

    /** Reads until {@code count} bytes are in the buffer; returns false at the end of the file. */
    private boolean fill(int count) throws IOException {
        System.arraycopy(buffer, at, buffer, 0, end - at);
        before += at;
        end -= at;
        at = 0;
        while (end < count) {
            int read = stream.read(buffer, end, buffer.length - end);
            if (read < 0) {
                return false;
            }
            end += read;
        }
        return true;
    }

    private DatasetException truncated() {
        return new DatasetException("the pickle ends after " + (before + end)
                + " bytes in the middle of a value: the file is truncated or damaged");
    }
}
