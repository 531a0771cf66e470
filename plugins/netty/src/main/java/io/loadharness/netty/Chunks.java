// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** Frees a body of its chunks, in the array where it lies. Goes on wherever a read cut it. */
final class Chunks {

    private static final int MOST_DIGITS = 15;
    private static final int MOST_EXTRA = 1 << 16;

    private enum Part {
        SIZE,
        EXTENSION,
        SIZE_END,
        DATA,
        DATA_CR,
        DATA_END,
        TRAILER_BEGIN,
        TRAILER,
        LAST_END,
        COMPLETE
    }

    private Part part = Part.COMPLETE;
    private long left;
    private int digits;
    private int extra;
    private int freedEnd;

    /** Begins a body. */
    void begin() {
        part = Part.SIZE;
        left = 0;
        digits = 0;
        extra = 0;
    }

    boolean isComplete() {
        return part == Part.COMPLETE;
    }

    /** Where what the last {@link #free} freed ends; it begins where that began. */
    int freedEnd() {
        return freedEnd;
    }

    /** Moves the data in {@code [from, to)} to its begin, without what is around it; returns where it stopped: at the end of the body, or at {@code to}. */
    int free(byte[] bytes, int from, int to) {
        int at = from;
        int end = from;
        while (at < to && part != Part.COMPLETE) {
            if (part == Part.DATA) {
                int length = (int) Math.min(left, to - at);
                System.arraycopy(bytes, at, bytes, end, length);
                end += length;
                at += length;
                left -= length;
                if (left == 0) {
                    part = Part.DATA_CR;
                }
            } else {
                frame(bytes[at++]);
            }
        }
        freedEnd = end;
        return at;
    }

    private void frame(byte b) {
        switch (part) {
            case SIZE -> size(b);
            case EXTENSION -> skip(b, '\r', Part.SIZE_END);
            case SIZE_END -> {
                require(b, '\n');
                part = left > 0 ? Part.DATA : Part.TRAILER_BEGIN;
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
            case TRAILER_BEGIN -> part = b == '\r' ? Part.LAST_END : Part.TRAILER;
            case TRAILER -> skip(b, '\n', Part.TRAILER_BEGIN);
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
            if (++digits > MOST_DIGITS) {
                throw new MalformedAnswer("the size of a chunk has too many digits");
            }
            left = left << 4 | digit;
        } else if (digits == 0) {
            throw new MalformedAnswer("a chunk does not begin with its size");
        } else if (b == '\r') {
            part = Part.SIZE_END;
        } else if (b == ';' || b == ' ' || b == '\t') {
            part = Part.EXTENSION;
        } else {
            throw new MalformedAnswer("the size of a chunk is not a number");
        }
    }

    private void skip(byte b, char until, Part next) {
        if (++extra > MOST_EXTRA) {
            throw new MalformedAnswer("what stands beside the chunks is longer than " + MOST_EXTRA + " bytes");
        }
        if (b == until) {
            part = next;
        }
    }

    private static void require(byte b, char due) {
        if (b != due) {
            throw new MalformedAnswer("a chunk is not framed by CR LF");
        }
    }
}
