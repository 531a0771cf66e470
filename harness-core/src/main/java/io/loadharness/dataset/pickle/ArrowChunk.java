package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** An array of texts of Arrow: a bit for each that says whether there is one, where each begins, and their bytes. */
final class ArrowChunk {

    private static final String WHAT = "an array of Arrow";
    private static final int TYPE = 0;
    private static final int LENGTH = 1;
    private static final int OFFSET = 3;
    private static final int BUFFERS = 4;

    private final int length;
    private final int offset;
    private final Blob present;
    private final Blob starts;
    private final int startSize;
    private final Blob bytes;

    private ArrowChunk(int length, int offset, Blob present, Blob starts, int startSize, Blob bytes) {
        this.length = length;
        this.offset = offset;
        this.present = present;
        this.starts = starts;
        this.startSize = startSize;
        this.bytes = bytes;
    }

    /** Takes {@code _restore_array((type, length, nulls, offset, [present, starts, bytes], ...))}. */
    static ArrowChunk of(Instance array) throws DatasetException {
        Sequence parts = Expect.type(Sequence.class, array.argument(0), WHAT);
        Instance type = Expect.type(Instance.class, Expect.at(parts, TYPE, WHAT), "the type of an array of Arrow");
        int startSize = startSize(type);
        int length = Expect.integer(
                Expect.at(parts, LENGTH, WHAT), 0, Integer.MAX_VALUE - 8, "the length of an array of Arrow");
        int offset = Expect.integer(
                Expect.at(parts, OFFSET, WHAT), 0, Integer.MAX_VALUE - 8, "the offset of an array of Arrow");
        Sequence buffers = Expect.type(Sequence.class, Expect.at(parts, BUFFERS, WHAT), WHAT);
        Blob present = buffer(buffers, 0);
        Blob starts = buffer(buffers, 1);
        Blob bytes = buffer(buffers, 2);
        long last = (long) length + offset;
        if (length > 0
                && (starts == null
                        || starts.length() / startSize <= last
                        || (present != null && present.length() * Byte.SIZE < last))) {
            throw new DatasetException(
                    "it is damaged: an array of Arrow is said to have " + length + " texts, and has not");
        }
        return new ArrowChunk(length, offset, present, starts, startSize, bytes == null ? Blob.latin1("") : bytes);
    }

    int length() {
        return length;
    }

    Object get(int index) throws DatasetException {
        long at = (long) offset + index;
        if (present != null && (present.integer(at / Byte.SIZE, 1, false) >> at % Byte.SIZE & 1) == 0) {
            return None.NONE;
        }
        long from = starts.integer(at * startSize, startSize, false);
        long to = starts.integer((at + 1) * startSize, startSize, false);
        if (from < 0 || to < from || to > bytes.length()) {
            throw new DatasetException("it is damaged: a text of an array of Arrow lies outside of it");
        }
        return bytes.text(from, to);
    }

    private static int startSize(Instance type) throws DatasetException {
        if (type.is("type_for_alias")) {
            Object alias = type.argument(0);
            if ("string".equals(alias)) {
                return Integer.BYTES;
            } else if ("large_string".equals(alias)) {
                return Long.BYTES;
            }
        }
        throw new DatasetException(
                "it has a column of Arrow that is not of texts: convert it to a type of NumPy, as by astype(\"int64\"), and write it again");
    }

    private static Blob buffer(Sequence buffers, int index) throws DatasetException {
        if (index >= buffers.length() || buffers.get(index) == None.NONE) {
            return null;
        }
        Instance buffer = Expect.type(Instance.class, buffers.get(index), "a buffer of Arrow");
        return Expect.type(Blob.class, buffer.argument(0), "a buffer of Arrow");
    }
}
