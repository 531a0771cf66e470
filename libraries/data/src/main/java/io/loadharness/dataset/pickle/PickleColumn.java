// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** The values of one column, by row. */
interface PickleColumn {

    int length();

    /** Returns the value of a row; {@link PickleMachine#NONE} if it has none. */
    Object get(int row) throws DatasetException;

    /** Releases the value of a row, which is not read again, to save memory while rows are written. */
    default void release(int row) {}
}
