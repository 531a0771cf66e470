// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** Removes the chunked transfer encoding of a body in place. The body may be split at any byte. */
final class ChunkedDecoder {

    private static final int MAX_DIGITS = 15;
    private static final int MAX_EXTRA = 1 << 16;

    private enum Part {
        SIZE,
        EXTENSION,
        SIZE_END,
        DATA,
        DATA_CR,
        DATA_END,
        TRAILER_START,
        TRAILER,
        LAST_END,
        COMPLETE
    }

    private Part part = Part.COMPLETE;
    private long remaining;
    private int digits;
    private int extra;
    private int decodedEnd;

    /** Prepares for the first byte of a body. */
    void start() {
        part = Part.SIZE;
        remaining = 0;
        digits = 0;
        extra = 0;
    }

    boolean isComplete() {
        return part == Part.COMPLETE;
    }

    /** Returns the end of the data that the last call of {@link #decode} wrote. The data starts at the {@code from} of that call. */
    int decodedEnd() {
        return decodedEnd;
    }

    /**
     * Removes the chunk sizes, extensions and trailers in {@code [from, to)}. Moves the remaining data together, from {@code from} to
     * {@link #decodedEnd}.
     *
     * @return the position after the last decoded byte: the end of the body, or {@code to}
     */
    int decode(byte[] bytes, int from, int to) {
        int at = from;
        int end = from;
        while (at < to && part != Part.COMPLETE) {
            if (part == Part.DATA) {
                int length = (int) Math.min(remaining, to - at);
                System.arraycopy(bytes, at, bytes, end, length);
                end += length;
                at += length;
                remaining -= length;
                if (remaining == 0) {
                    part = Part.DATA_CR;
                }
            } else {
                frame(bytes[at++]);
            }
        }
        decodedEnd = end;
        return at;
    }

    private void frame(byte b) {
        switch (part) {
            case SIZE -> size(b);
            case EXTENSION -> skip(b, '\r', Part.SIZE_END);
            case SIZE_END -> {
                require(b, '\n');
                part = remaining > 0 ? Part.DATA : Part.TRAILER_START;
                digits = 0;
            }
            case DATA_CR -> {
                require(b, '\r');
                part = Part.DATA_END;
            }
            case DATA_END -> {
                require(b, '\n');
                part = Part.SIZE;
            }
            case TRAILER_START -> part = b == '\r' ? Part.LAST_END : Part.TRAILER;
            case TRAILER -> skip(b, '\n', Part.TRAILER_START);
            case LAST_END -> {
                require(b, '\n');
                part = Part.COMPLETE;
            }
            case DATA, COMPLETE -> throw new IllegalStateException(part.name());
        }
    }

    private void size(byte b) {
        int digit = Character.digit(b, 16);
        if (digit >= 0) {
            if (++digits > MAX_DIGITS) {
                throw new MalformedResponseException("the size of a chunk has too many digits");
            }
            remaining = remaining << 4 | digit;
        } else if (digits == 0) {
            throw new MalformedResponseException("a chunk does not start with its size");
        } else if (b == '\r') {
            part = Part.SIZE_END;
        } else if (b == ';' || b == ' ' || b == '\t') {
            part = Part.EXTENSION;
        } else {
            throw new MalformedResponseException("the size of a chunk is not a number");
        }
    }

    private void skip(byte b, char until, Part next) {
        if (++extra > MAX_EXTRA) {
            throw new MalformedResponseException(
                    "chunk extensions and trailers are longer than " + MAX_EXTRA + " bytes");
        }
        if (b == until) {
            part = next;
        }
    }

    private static void require(byte b, char expected) {
        if (b != expected) {
            throw new MalformedResponseException("a chunk is not terminated by CRLF");
        }
    }
}
