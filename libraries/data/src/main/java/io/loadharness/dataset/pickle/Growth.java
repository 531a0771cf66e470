package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * How large an array becomes that is full. Python writes lists in pieces of a thousand values, so a list of that length has no slot too
 * many, and a longer one at most an eighth.
 */
final class Growth {

    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final int SMALLEST_STEP = 8;

    private Growth() {}

    /** The length for an array that holds {@code size} values and gets {@code more}. */
    static int capacity(int size, int more) throws DatasetException {
        long needed = (long) size + more;
        if (needed > LARGEST) {
            throw new DatasetException("it has a list of more than " + LARGEST + " values, and no list may be longer");
        }
        return (int) Math.min(LARGEST, Math.max(needed, (long) size + (size >> 3) + SMALLEST_STEP));
    }
}
