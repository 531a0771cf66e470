package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Texts of Arrow, one behind the other. */
record ArrowTexts(ArrowStarts starts, Blob bytes) implements ArrowValues {

    static ArrowTexts of(ArrowArray array, int startSize) throws DatasetException {
        Blob bytes = array.buffer(2, 0);
        return new ArrowTexts(ArrowStarts.of(array, startSize, bytes.length()), bytes);
    }

    @Override
    public Object get(long index) throws DatasetException {
        long to = starts.to(index);
        return bytes.text(starts.from(index), to);
    }
}
