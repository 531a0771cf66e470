// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Draw;
import java.util.Objects;

/**
 * Prompts that have nothing in common.
 *
 * @param style what they are made of
 * @param inputLength the length of a prompt, at least 1
 * @param outputLength how many tokens to ask for, at least 1
 * @param count how many
 * @param seed which ones
 */
public record RandomPrompts(
        PromptStyle style, LengthDistribution inputLength, LengthDistribution outputLength, int count, long seed)
        implements SyntheticWorkload {

    public RandomPrompts {
        Objects.requireNonNull(style, "style");
        inputLength.requireAtLeast(1, "inputLength");
        outputLength.requireAtLeast(1, "outputLength");
        LengthBounds.requireAtLeast(1, "count", count);
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        Draft draft = style.draft(rows);
        int outputColumn = rows.column("output_len");
        Seeds seeds = new Seeds(seed);
        for (int i = 0; i < count; i++) {
            draft.clear();
            draft.add(Draft.Role.USER, inputLength.draw(seeds.bits(Draw.INPUT_LENGTH, i)), seeds.of(Draw.INPUT, i));
            draft.set();
            rows.integer(outputColumn, outputLength.draw(seeds.bits(Draw.OUTPUT_LENGTH, i)));
            rows.endRow();
        }
    }
}
