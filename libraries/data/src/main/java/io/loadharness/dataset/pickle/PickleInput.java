package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The bytes of a pickle from front to end, through a buffer of its own. What a file only claims to hold takes no memory. */
final class PickleInput {

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_TEXT = Integer.MAX_VALUE - 8;
    private static final int LONGEST_NAME = 1 << 10;

    private final InputStream stream;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;

    /** How many bytes came before those in the buffer. */
    private long before;

    /** Reads on from where the stream is; who opened the stream closes it. */
    PickleInput(InputStream stream) {
        this.stream = stream;
    }

    /** How many bytes were taken. */
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
        int value = Short.toUnsignedInt(LittleEndian.of2(buffer, at));
        at += Short.BYTES;
        return value;
    }

    int signed4() throws IOException {
        require(Integer.BYTES);
        int value = LittleEndian.of4(buffer, at);
        at += Integer.BYTES;
        return value;
    }

    long unsigned4() throws IOException {
        return Integer.toUnsignedLong(signed4());
    }

    long signed8() throws IOException {
        require(Long.BYTES);
        long value = LittleEndian.of8(buffer, at);
        at += Long.BYTES;
        return value;
    }

    /** The one number that has its highest byte first. */
    double number() throws IOException {
        return Double.longBitsToDouble(Long.reverseBytes(signed8()));
    }

    /** A number of {@code length} bytes, two's complement. */
    long integer(long length) throws IOException {
        if (length < 0 || length > Long.BYTES) {
            throw new DatasetException("it has a whole number of " + length + " bytes, and 8 are the most");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (long) unsigned1() << (Byte.SIZE * i);
        }
        int unused = Long.SIZE - Byte.SIZE * (int) length;
        return length == 0 ? 0 : value << unused >> unused;
    }

    /** A name that ends with its line. */
    String line() throws IOException {
        byte[] line = new byte[LONGEST_NAME];
        int length = 0;
        for (int next = unsigned1(); next != '\n'; next = unsigned1()) {
            if (length == LONGEST_NAME) {
                throw new DatasetException("it is damaged: a name is longer than " + LONGEST_NAME + " bytes");
            }
            line[length++] = (byte) next;
        }
        return Utf8.text(line, 0, length);
    }

    String text(long length) throws IOException {
        if (length >= 0 && length <= BUFFER) {
            require((int) length);
            at += (int) length;
            return Utf8.text(buffer, at - (int) length, (int) length);
        }
        if (length < 0 || length > LONGEST_TEXT) {
            throw new DatasetException(
                    "it has a text of " + Long.toUnsignedString(length) + " bytes, and no text may be so long");
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
        return Utf8.text(bytes, 0, read);
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

    /** Reads until {@code count} bytes are in the buffer. */
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
        return new DatasetException("it ends after " + (before + end)
                + " bytes in the middle of a value: it was cut off, or it is damaged");
    }
}
