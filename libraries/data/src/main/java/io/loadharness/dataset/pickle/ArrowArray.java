// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** A pickled Arrow array: {@code (type, length, nulls, offset, buffers, children, dictionary)}. Each child is such a tuple, too. */
final class ArrowArray {

    private static final String ARROW_ARRAY = "an Arrow array";
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
            throw new DatasetException(
                    "the pickle has an Arrow column of lists nested deeper than " + MAX_DEPTH + " levels");
        }
        this.parts = PickleChecks.requireType(PickleList.class, parts, ARROW_ARRAY);
        this.depth = depth;
        this.length = PickleChecks.requireInteger(
                PickleChecks.requirePart(this.parts, LENGTH, ARROW_ARRAY),
                0,
                MAX_LENGTH,
                "the length of " + ARROW_ARRAY);
        this.offset = PickleChecks.requireInteger(
                PickleChecks.requirePart(this.parts, OFFSET, ARROW_ARRAY),
                0,
                MAX_LENGTH,
                "the offset of " + ARROW_ARRAY);
    }

    /** Returns the array of a pickled call {@code _restore_array((type, ...))}. */
    static ArrowArray of(Instance array) throws DatasetException {
        return new ArrowArray(array.argument(0), 0);
    }

    Instance type() throws DatasetException {
        return PickleChecks.requireType(
                Instance.class, PickleChecks.requirePart(parts, TYPE, ARROW_ARRAY), "the type of " + ARROW_ARRAY);
    }

    int length() {
        return length;
    }

    /** Returns the index of the first value in the buffers. */
    int offset() {
        return offset;
    }

    /** Returns the index after the last value in the buffers. */
    long end() {
        return (long) offset + length;
    }

    /** Returns the validity bits, one for each value. A bit is 1 if the value is present. Returns null if all values are present. */
    @Nullable
    Blob present() throws DatasetException {
        return content(0) == null ? null : bits(0);
    }

    /** Returns a buffer that has a bit for each value. */
    Blob bits(int index) throws DatasetException {
        return buffer(index, (end() + Byte.SIZE - 1) / Byte.SIZE);
    }

    /** Returns a buffer of at least {@code bytes} bytes. The buffer of an empty array may be shorter. */
    Blob buffer(int index, long bytes) throws DatasetException {
        Blob found = content(index);
        if (length > 0 && (found == null ? 0 : found.length()) < bytes) {
            throw new DatasetException(
                    "the pickle is damaged: an Arrow array has fewer than the " + length + " values that it claims");
        }
        return found == null ? Blob.latin1("") : found;
    }

    /** Returns the child array, which contains the elements of all lists. Only an array of lists has a child. */
    ArrowArray child() throws DatasetException {
        PickleList children = PickleChecks.requireType(
                PickleList.class, PickleChecks.requirePart(parts, CHILDREN, ARROW_ARRAY), ARROW_ARRAY);
        return new ArrowArray(PickleChecks.requirePart(children, 0, ARROW_ARRAY), depth + 1);
    }

    private @Nullable Blob content(int index) throws DatasetException {
        PickleList buffers = PickleChecks.requireType(
                PickleList.class, PickleChecks.requirePart(parts, BUFFERS, ARROW_ARRAY), ARROW_ARRAY);
        if (index >= buffers.length() || buffers.get(index) == PickleMachine.NONE) {
            return null;
        }
        Instance buffer = PickleChecks.requireType(Instance.class, buffers.get(index), "an Arrow buffer");
        return PickleChecks.requireType(Blob.class, buffer.argument(0), "an Arrow buffer");
    }
}
