// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** The values of one column, by row. */
interface PickleColumn {

    int length();

    /** Returns the value of a row, or {@link PickleMachine#NONE} if the value is missing. */
    Object get(int row) throws DatasetException;

    /** Releases the value of a row to save memory. The caller must not read this row again. */
    default void release(int row) {}
}
