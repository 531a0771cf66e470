// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.RowSource;

/**
 * A generator for the rows of a data set. The prompt is in the column {@code input_ids} or {@code input}, depending on the {@link
 * PromptStyle}. The column {@code output_len} contains the number of output tokens to request. A workload can add more columns. Immutable
 * and thread-safe.
 *
 * <pre>{@code
 * SyntheticWorkload workload = WorkloadProfile.named("interactive-chat")
 *         .workload(PromptStyle.chat(TextGenerator.commonWords()), 1000, 42);
 * WritableFormat.write(Path.of("chat.jsonl"), workload);
 * }</pre>
 */
public interface SyntheticWorkload extends RowSource {

    /**
     * Writes all rows. Each call writes the same rows. The method does not keep written rows in memory.
     *
     * @throws DatasetException if the sink rejects a row, or a row cannot be generated, for instance because no text has the requested
     *     number of tokens
     */
    @Override
    void writeTo(RowSink rows) throws DatasetException;
}
