package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** A value that gets its content after it was made. */
interface Buildable {

    void build(Object state) throws DatasetException;
}
