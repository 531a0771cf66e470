// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** The API {@code /completion} of the llama.cpp server. A stream ends with an event that contains {@code "stop":true}. */
final class LlamaCppDialect extends ApiDialect {

    LlamaCppDialect() {
        super(
                "/completion",
                "",
                OptionalInt.empty(),
                Map.of(
                        "prompt", Field.PROMPT,
                        "n_predict", Field.MAX_TOKENS,
                        "ignore_eos", Field.IGNORE_EOS,
                        "stop", Field.STOP,
                        "seed", Field.SEED,
                        "stream", Field.STREAM,
                        "return_tokens", Field.TOKEN_IDS));
    }

    @Override
    void check(GenerateRequest request) throws BadRequest {
        if (request.stream() && request.prompts().size() > 1) {
            throw new BadRequest("A stream of " + path() + " can have only one prompt.");
        }
    }

    @Override
    void tokens(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        Generation generation = sequence.generation();
        json.ascii("{\"index\":").number(sequence.index());
        generation.appendText(json.ascii(",\"content\":\""), from, to);
        generation.appendIds(json.ascii("\",\"tokens\":"), from, to);
        json.ascii(",\"stop\":false");
        counts(json, context, sequence, to);
        context.appendStamps(json);
        json.add('}');
    }

    @Override
    boolean closing(AsciiBytes json, ResponseContext context) {
        if (context.has(Fault.MISSING_DONE)) {
            return false;
        }
        Sequence sequence = context.sequences().get(0);
        json.ascii("{\"index\":0,\"content\":\"\",\"tokens\":[]");
        end(json, context, sequence);
        return true;
    }

    @Override
    boolean endsWithDone() {
        return false;
    }

    @Override
    void whole(AsciiBytes json, ResponseContext context) {
        oneOrMany(json, context, sequence -> {
            Generation generation = sequence.generation();
            json.ascii("{\"index\":").number(sequence.index());
            generation.appendText(json.ascii(",\"content\":\""), 0, generation.count());
            generation.appendIds(
                    json.ascii("\",\"tokens\":"), 0, context.request().returnTokenIds() ? generation.count() : 0);
            end(json, context, sequence);
        });
    }

    private static void end(AsciiBytes json, ResponseContext context, Sequence sequence) {
        json.ascii(",\"stop\":true,\"model\":").add(context.model());
        json.ascii(",\"stop_type\":\"")
                .ascii(sequence.generation().stopped() ? "eos" : "limit")
                .add('"');
        counts(json, context, sequence, sequence.generation().count());
        context.appendStamps(json);
        json.add('}');
    }

    private static void counts(AsciiBytes json, ResponseContext context, Sequence sequence, int predicted) {
        if (!context.has(Fault.MISSING_USAGE)) {
            json.ascii(",\"tokens_predicted\":").number(predicted);
            json.ascii(",\"tokens_evaluated\":").number(sequence.promptTokens());
        }
    }
}
