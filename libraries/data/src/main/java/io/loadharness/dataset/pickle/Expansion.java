package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * How much more the rows may be than the file. A pickle has a value once and may refer to it any number of times: a prompt that a million
 * rows share is fair, and lists of lists of the same lists are how a kilobyte becomes a terabyte.
 */
final class Expansion {

    private static final long ALWAYS = 1L << 30;
    private static final long FACTOR = 256;

    private long left;

    Expansion(long bytesOfFile) {
        left = ALWAYS + FACTOR * bytesOfFile;
    }

    /** Notes that rows grow by so many bytes. */
    void add(long bytes) throws DatasetException {
        left -= bytes;
        if (left < 0) {
            throw new DatasetException("its rows repeat the same values until they are more than " + FACTOR
                    + " times as large as the file: refused, because files that do so are made to fill memories");
        }
    }
}
