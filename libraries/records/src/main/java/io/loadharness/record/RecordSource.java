// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A sequence of records, such as a file of records or the merge of several files. Not thread-safe. */
public interface RecordSource {

    /**
     * Returns the next record. Returns null at the end.
     *
     * @throws RecordException if the next item of a file is not a record
     */
    @Nullable
    SampleRecord next() throws IOException;
}
