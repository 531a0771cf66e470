package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** What a pickle has numbered, to have it again later. */
final class Memo {

    private final Slots slots = new Slots();
    private int count;

    /**
     * Keeps the topmost value.
     *
     * @param position where the pickle is read; no writer numbers more values than it has written bytes
     */
    void put(long index, Operands operands, long position) throws DatasetException {
        if (index < 0 || index >= Math.min(position, Integer.MAX_VALUE)) {
            throw new DatasetException(
                    "it is damaged: its value number " + index + " comes when only " + position + " bytes are read");
        }
        count += slots.has((int) index) ? 0 : 1;
        operands.keepTop(slots, (int) index);
    }

    /** Keeps the topmost value under the next number. */
    void append(Operands operands, long position) throws DatasetException {
        put(count, operands, position);
    }

    void get(long index, Operands operands) throws DatasetException {
        if (index < 0 || index > Integer.MAX_VALUE || !slots.has((int) index)) {
            throw new DatasetException(
                    "it is damaged: it refers to a value number " + index + ", which it does not have");
        }
        operands.push(slots, (int) index);
    }
}
