// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** An Arrow array as Python pickles it: {@code (type, length, nulls, offset, buffers, children, dictionary)}, and each child the same again. */
final class ArrowArray {

    private static final String WHAT = "an array of Arrow";
    private static final int TYPE = 0;
    private static final int LENGTH = 1;
    private static final int OFFSET = 3;
    private static final int BUFFERS = 4;
    private static final int CHILDREN = 5;
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
    private static final int MAX_DEPTH = 16;

    private final PickleList parts;
    private final int depth;
    private final int length;
    private final int offset;

    private ArrowArray(Object parts, int depth) throws DatasetException {
        if (depth > MAX_DEPTH) {
            throw new DatasetException("it has an Arrow column of lists nested deeper than " + MAX_DEPTH + " levels");
        }
        this.parts = Expect.type(PickleList.class, parts, WHAT);
        this.depth = depth;
        this.length = Expect.integer(Expect.at(this.parts, LENGTH, WHAT), 0, MAX_LENGTH, "the length of " + WHAT);
        this.offset = Expect.integer(Expect.at(this.parts, OFFSET, WHAT), 0, MAX_LENGTH, "the offset of " + WHAT);
    }

    /** Takes {@code _restore_array((type, ...))}. */
    static ArrowArray of(Instance array) throws DatasetException {
        return new ArrowArray(array.argument(0), 0);
    }

    Instance type() throws DatasetException {
        return Expect.type(Instance.class, Expect.at(parts, TYPE, WHAT), "the type of " + WHAT);
    }

    int length() {
        return length;
    }

    /** Returns the index in its buffers of the first value. */
    int offset() {
        return offset;
    }

    /** Returns the index in its buffers behind the last value. */
    long end() {
        return (long) offset + length;
    }

    /** Returns a bit for each value, set if the value is present; null if all are. */
    @Nullable
    Blob present() throws DatasetException {
        return content(0) == null ? null : bits(0);
    }

    /** Returns a buffer that has a bit for each value. */
    Blob bits(int index) throws DatasetException {
        return buffer(index, (end() + Byte.SIZE - 1) / Byte.SIZE);
    }

    /** Returns a buffer of at least {@code bytes} bytes; of an empty array it may be shorter. */
    Blob buffer(int index, long bytes) throws DatasetException {
        Blob found = content(index);
        if (length > 0 && (found == null ? 0 : found.length()) < bytes) {
            throw new DatasetException("it is damaged: an Arrow array claims " + length + " values and has fewer");
        }
        return found == null ? Blob.latin1("") : found;
    }

    /** Returns the values of its lists. */
    ArrowArray child() throws DatasetException {
        PickleList children = Expect.type(PickleList.class, Expect.at(parts, CHILDREN, WHAT), WHAT);
        return new ArrowArray(Expect.at(children, 0, WHAT), depth + 1);
    }

    private @Nullable Blob content(int index) throws DatasetException {
        PickleList buffers = Expect.type(PickleList.class, Expect.at(parts, BUFFERS, WHAT), WHAT);
        if (index >= buffers.length() || buffers.get(index) == PickleMachine.NONE) {
            return null;
        }
        Instance buffer = Expect.type(Instance.class, buffers.get(index), "a buffer of Arrow");
        return Expect.type(Blob.class, buffer.argument(0), "a buffer of Arrow");
    }
}
