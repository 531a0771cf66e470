package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Numbers and times of Arrow, which lie in memory as those of NumPy. */
record ArrowNumbers(PackedElements elements) implements ArrowValues {

    static ArrowNumbers of(ArrowArray array, ElementType type) throws DatasetException {
        return new ArrowNumbers(new PackedElements(type, array.buffer(1, array.end() * type.size())));
    }

    @Override
    public Object get(long index) throws DatasetException {
        return elements.get(index);
    }

    @Override
    public int[] ints(long from, int count) throws DatasetException {
        return elements.ints(from, 1, count);
    }
}
