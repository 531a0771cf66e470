package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** What the buffers of an array of Arrow hold, where there is something. */
interface ArrowValues {

    Object get(long index) throws DatasetException;

    /** Some as whole numbers of 32 bits; null if they are not. */
    default int[] ints(long from, int count) throws DatasetException {
        return null;
    }
}
