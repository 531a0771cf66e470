// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Draw;
import java.util.Objects;

/**
 * Prompts for the requests of a trace, in its order. What was said is not in a trace, so prompts are made up, with the lengths of the trace;
 * where it says which blocks of 512 tokens are equal, as Mooncake's do, equal blocks are equal tokens, so caches of prefixes hit as they did.
 * A further column: {@code at_s}, when the request came, in seconds after the first.
 *
 * @param style what they are made of
 * @param trace read to its end
 * @param seed which prompts
 */
public record TracePrompts(PromptStyle style, RequestTrace trace, long seed) implements SyntheticWorkload {

    public TracePrompts {
        Objects.requireNonNull(style, "style");
        if (trace.requests() == 0) {
            throw new IllegalArgumentException("the trace has no request that can be asked for again");
        }
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        Draft draft = style.draft(rows);
        int outputColumn = rows.column("output_len");
        int timeColumn = rows.column("at_s");
        int[] inputs = trace.inputLengths();
        int[] outputs = trace.outputLengths();
        double[] arrivals = trace.arrivals();
        Seeds seeds = new Seeds(seed);
        for (int i = 0; i < inputs.length; i++) {
            draft.clear();
            int blocks = addBlocks(draft, trace.blocks(i), inputs[i], seeds);
            draft.add(Draft.Role.USER, inputs[i] - blocks, seeds.of(Draw.INPUT, i));
            draft.set();
            rows.integer(outputColumn, outputs[i]);
            rows.number(timeColumn, arrivals[i]);
            rows.endRow();
        }
    }

    private static int addBlocks(Draft draft, int[] blocks, int length, Seeds seeds) throws DatasetException {
        int added = 0;
        for (int block : blocks) {
            int tokens = Math.min(RequestTrace.BLOCK, length - added);
            draft.add(Draft.Role.USER, tokens, seeds.of(Draw.PREFIX, block));
            added += tokens;
        }
        return added;
    }
}
