// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Purpose;
import java.util.Objects;

/**
 * Random prompts without shared prefixes.
 *
 * <pre>{@code
 * PromptStyle style = PromptStyle.tokenIds(PromptVocabulary.of(32_000));
 * LengthDistribution input = LengthDistribution.lognormal(512, 200, 10, 2048);
 * var workload = new RandomPrompts(style, input, LengthDistribution.fixed(128), 1000, 42);
 * Dataset dataset = Dataset.of("random", workload);
 * }</pre>
 *
 * @param style the form of the prompts
 * @param inputLength the number of tokens of a prompt, at least 1
 * @param outputLength the number of output tokens to request, at least 1
 * @param count the number of prompts, at least 1
 * @param seed the seed; the same seed gives the same prompts
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
        PromptBuilder builder = style.promptBuilder(rows);
        int outputColumn = rows.column("output_len");
        Seeds seeds = new Seeds(seed);
        for (int i = 0; i < count; i++) {
            builder.clear();
            builder.add(
                    PromptBuilder.Role.USER,
                    inputLength.draw(seeds.bits(Purpose.INPUT_LENGTH, i)),
                    seeds.of(Purpose.INPUT, i));
            builder.writeColumns();
            rows.integer(outputColumn, outputLength.draw(seeds.bits(Purpose.OUTPUT_LENGTH, i)));
            rows.endRow();
        }
    }
}
