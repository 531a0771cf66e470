// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.RowSource;

/**
 * Generates the rows of a data set. A row has the column {@code input_ids} or {@code input}, as {@link PromptStyle} says, the column
 * {@code output_len}, how many tokens to ask for, and what else the kind of workload says. Immutable, so any thread may write.
 */
public interface SyntheticWorkload extends RowSource {

    /**
     * Writes all rows, the same ones each time. Holds no rows that it has written.
     *
     * @throws DatasetException if the rows cannot be taken, or made: no text has the number of tokens that is asked for, for instance
     */
    @Override
    void writeTo(RowSink rows) throws DatasetException;
}
