// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Purpose;
import java.util.Objects;

/**
 * Synthetic prompts that have the lengths and the order of the requests in a trace. Traces do not contain the prompts themselves. Mooncake
 * traces contain an id for each block of 512 tokens. Blocks with equal ids have equal tokens. Therefore the prefix cache of a server can
 * have the same hits as with the original prompts. Additional column: {@code at_s}, the arrival time in seconds after the first request.
 *
 * @param style the form of the prompts
 * @param trace the trace; do not write rows to the trace after this call
 * @param seed the seed; the same seed gives the same prompts
 */
public record TracePrompts(PromptStyle style, RequestTrace trace, long seed) implements SyntheticWorkload {

    public TracePrompts {
        Objects.requireNonNull(style, "style");
        if (trace.requests() == 0) {
            throw new IllegalArgumentException(
                    "the trace has no request that can be replayed: every row has 0 input tokens or 0 output tokens");
        }
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        PromptBuilder builder = style.promptBuilder(rows);
        int outputColumn = rows.column("output_len");
        int timeColumn = rows.column("at_s");
        int[] inputs = trace.inputLengths();
        int[] outputs = trace.outputLengths();
        double[] arrivals = trace.arrivals();
        Seeds seeds = new Seeds(seed);
        for (int i = 0; i < inputs.length; i++) {
            builder.clear();
            int blocks = addBlocks(builder, trace.blocks(i), inputs[i], seeds);
            builder.add(PromptBuilder.Role.USER, inputs[i] - blocks, seeds.of(Purpose.INPUT, i));
            builder.writeColumns();
            rows.integer(outputColumn, outputs[i]);
            rows.number(timeColumn, arrivals[i]);
            rows.endRow();
        }
    }

    private static int addBlocks(PromptBuilder builder, int[] blocks, int length, Seeds seeds) throws DatasetException {
        int added = 0;
        for (int block : blocks) {
            int tokens = Math.min(RequestTrace.TOKENS_PER_BLOCK, length - added);
            builder.add(PromptBuilder.Role.USER, tokens, seeds.of(Purpose.PREFIX, block));
            added += tokens;
        }
        return added;
    }
}
