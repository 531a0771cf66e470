package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * Where each text or list of Arrow begins. It ends where the next one does, so that none lies within another and together they are never
 * more than what they lie in.
 *
 * @param size bytes of a number
 * @param last where the last one may end
 */
record ArrowStarts(Blob numbers, int size, long last) {

    static ArrowStarts of(ArrowArray array, int size, long last) throws DatasetException {
        return new ArrowStarts(array.buffer(1, (array.end() + 1) * size), size, last);
    }

    long from(long index) {
        return numbers.integer(index * size, size, false);
    }

    /** The end of one, which is not before its beginning. */
    long to(long index) throws DatasetException {
        long from = from(index);
        long to = from(index + 1);
        if (from < 0 || to < from || to > last) {
            throw new DatasetException("it is damaged: a text or a list of an array of Arrow lies outside of it");
        }
        return to;
    }
}
