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
    void tokens(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to) {
        beginChunk(json, reply, sequence).ascii(",\"text\":\"");
        sequence.generation().appendText(json, from, to);
        finish(json.add('"'), sequence, to == sequence.generation().count());
        if (from == 0) {
            promptIds(json, reply, sequence);
        }
        endChunk(json, reply, sequence, from, to);
    }

    @Override
    void wholeChoice(AsciiBytes json, ServedReply reply, Sequence sequence) {
        int count = sequence.generation().count();
        json.ascii("{\"index\":").number(sequence.index()).ascii(",\"text\":\"");
        sequence.generation().appendText(json, 0, count);
        finish(json.add('"'), sequence, true);
        promptIds(json, reply, sequence);
        tokenIds(json, reply, sequence, 0, count);
        json.add('}');
    }

    @Override
    void afterChoices(AsciiBytes json, ServedReply reply) {}
}
