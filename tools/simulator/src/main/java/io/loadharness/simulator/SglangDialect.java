// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** The API {@code /generate} of SGLang. Each event of a stream contains the text and token ids from the start of the completion. */
final class SglangDialect extends ApiDialect {

    SglangDialect() {
        super(
                "/generate",
                "",
                OptionalInt.of(128),
                Map.of(
                        "text", Field.PROMPT,
                        "input_ids", Field.PROMPT,
                        "stream", Field.STREAM,
                        "sampling_params", Field.SAMPLING,
                        "max_new_tokens", Field.MAX_TOKENS,
                        "min_new_tokens", Field.MIN_TOKENS,
                        "ignore_eos", Field.IGNORE_EOS,
                        "stop", Field.STOP,
                        "sampling_seed", Field.SEED,
                        "n", Field.CHOICES));
    }

    @Override
    void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        writeCompletion(json, context, sequence, to);
    }

    @Override
    boolean closing(AsciiBytes json, ResponseContext context) {
        return false;
    }

    @Override
    void whole(AsciiBytes json, ResponseContext context) {
        oneOrMany(
                json,
                context,
                sequence -> writeCompletion(
                        json, context, sequence, sequence.generation().count()));
    }

    private static void writeCompletion(AsciiBytes json, ResponseContext context, Sequence sequence, int to) {
        Generation generation = sequence.generation();
        generation.appendText(json.ascii("{\"text\":\""), 0, to);
        generation.appendIds(json.ascii("\",\"output_ids\":"), 0, to);
        json.ascii(",\"meta_info\":{\"id\":\"").ascii(context.id()).ascii("\",\"finish_reason\":");
        if (to < generation.count()) {
            json.ascii("null");
        } else if (generation.stopped()) {
            json.ascii("{\"type\":\"stop\"}");
        } else {
            json.ascii("{\"type\":\"length\",\"length\":").number(to).add('}');
        }
        if (!context.has(Fault.MISSING_USAGE)) {
            json.ascii(",\"prompt_tokens\":").number(sequence.promptTokens());
            json.ascii(",\"completion_tokens\":").number(to);
        }
        json.add('}');
        if (context.sequences().size() > 1) {
            json.ascii(",\"index\":").number(sequence.index());
        }
        context.appendStamps(json);
        json.add('}');
    }
}
