package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Lists of Arrow, whose values lie one behind the other. */
record ArrowLists(ArrowStarts starts, ArrowChunk values) implements ArrowValues {

    static ArrowLists of(ArrowArray array, int startSize) throws DatasetException {
        ArrowChunk values = ArrowChunk.of(array.child());
        return new ArrowLists(ArrowStarts.of(array, startSize, values.length()), values);
    }

    @Override
    public Object get(long index) throws DatasetException {
        int to = (int) starts.to(index);
        int from = (int) starts.from(index);
        return values.list(from, to - from);
    }
}
