package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** The values of one column, in the order of the rows. */
interface Column {

    int length();

    /** The value of a row; {@link None#NONE} if it has none. */
    Object get(int row) throws DatasetException;

    /** Lets go of the value of a row, which nobody asks for again, so that a table need not be in memory twice while it is handed over. */
    default void release(int row) {}
}
