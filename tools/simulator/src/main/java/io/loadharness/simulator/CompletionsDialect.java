// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** OpenAI's {@code /v1/completions}. */
final class CompletionsDialect extends OpenAiDialect {

    CompletionsDialect() {
        super(
                "/v1/completions",
                "cmpl-",
                "text_completion",
                "text_completion",
                OptionalInt.of(16),
                Map.of("prompt", Field.PROMPT));
    }

    @Override
    void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        beginChunk(json, context, sequence).ascii(",\"text\":\"");
        sequence.generation().appendText(json, from, to);
        finish(json.add('"'), sequence, to == sequence.generation().count());
        if (from == 0) {
            promptIds(json, context, sequence);
        }
        endChunk(json, context, sequence, from, to);
    }

    @Override
    void wholeChoice(AsciiBytes json, ResponseContext context, Sequence sequence) {
        int count = sequence.generation().count();
        json.ascii("{\"index\":").number(sequence.index()).ascii(",\"text\":\"");
        sequence.generation().appendText(json, 0, count);
        finish(json.add('"'), sequence, true);
        promptIds(json, context, sequence);
        tokenIds(json, context, sequence, 0, count);
        json.add('}');
    }

    @Override
    void afterChoices(AsciiBytes json, ResponseContext context) {}
}
