package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** An array as Arrow pickles it: {@code (type, length, nulls, offset, buffers, children, dictionary)}, and each child the same again. */
final class ArrowArray {

    private static final String WHAT = "an array of Arrow";
    private static final int TYPE = 0;
    private static final int LENGTH = 1;
    private static final int OFFSET = 3;
    private static final int BUFFERS = 4;
    private static final int CHILDREN = 5;
    private static final int LONGEST = Integer.MAX_VALUE - 8;
    private static final int DEEPEST = 16;

    private final Sequence parts;
    private final int depth;
    private final int length;
    private final int offset;

    private ArrowArray(Object parts, int depth) throws DatasetException {
        if (depth > DEEPEST) {
            throw new DatasetException("it has a column of Arrow that is of lists deeper than " + DEEPEST + " levels");
        }
        this.parts = Expect.type(Sequence.class, parts, WHAT);
        this.depth = depth;
        this.length = Expect.integer(Expect.at(this.parts, LENGTH, WHAT), 0, LONGEST, "the length of " + WHAT);
        this.offset = Expect.integer(Expect.at(this.parts, OFFSET, WHAT), 0, LONGEST, "the offset of " + WHAT);
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

    /** Where in its buffers it begins. */
    int offset() {
        return offset;
    }

    /** Where in its buffers it ends. */
    long end() {
        return (long) offset + length;
    }

    /** A bit for each value that says whether there is one; null if there are all. */
    Blob present() throws DatasetException {
        return content(0) == null ? null : bits(0);
    }

    /** A bit for each value. */
    Blob bits(int index) throws DatasetException {
        return buffer(index, (end() + Byte.SIZE - 1) / Byte.SIZE);
    }

    /** A buffer, which has that many bytes or more, unless the array is empty. */
    Blob buffer(int index, long bytes) throws DatasetException {
        Blob found = content(index);
        if (length > 0 && (found == null ? 0 : found.length()) < bytes) {
            throw new DatasetException(
                    "it is damaged: an array of Arrow is said to have " + length + " values, and has not");
        }
        return found == null ? Blob.latin1("") : found;
    }

    /** What its lists consist of. */
    ArrowArray child() throws DatasetException {
        Sequence children = Expect.type(Sequence.class, Expect.at(parts, CHILDREN, WHAT), WHAT);
        return new ArrowArray(Expect.at(children, 0, WHAT), depth + 1);
    }

    private Blob content(int index) throws DatasetException {
        Sequence buffers = Expect.type(Sequence.class, Expect.at(parts, BUFFERS, WHAT), WHAT);
        if (index >= buffers.length() || buffers.get(index) == None.NONE) {
            return null;
        }
        Instance buffer = Expect.type(Instance.class, buffers.get(index), "a buffer of Arrow");
        return Expect.type(Blob.class, buffer.argument(0), "a buffer of Arrow");
    }
}
