package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;

/** The rows of a pickle. */
interface Table {

    /** Hands over all rows, and lets go of each behind it. */
    void write(RowSink rows, Expansion expansion) throws DatasetException;
}
