// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Map;
import java.util.OptionalInt;

/** The llama.cpp server's own {@code /completion}: a stream ends with an event that says {@code "stop":true}. */
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
            throw new BadRequest("A stream of " + path() + " has one prompt.");
        }
    }

    @Override
    void tokens(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to) {
        Generation generation = sequence.generation();
        json.ascii("{\"index\":").number(sequence.index());
        generation.appendText(json.ascii(",\"content\":\""), from, to);
        generation.appendIds(json.ascii("\",\"tokens\":"), from, to);
        json.ascii(",\"stop\":false");
        counts(json, reply, sequence, to);
        reply.appendStamps(json);
        json.add('}');
    }

    @Override
    boolean closing(AsciiBytes json, ServedReply reply) {
        if (reply.has(Fault.MISSING_DONE)) {
            return false;
        }
        Sequence sequence = reply.sequences().get(0);
        json.ascii("{\"index\":0,\"content\":\"\",\"tokens\":[]");
        end(json, reply, sequence);
        return true;
    }

    @Override
    boolean saysDone() {
        return false;
    }

    @Override
    void whole(AsciiBytes json, ServedReply reply) {
        oneOrMany(json, reply, sequence -> {
            Generation generation = sequence.generation();
            json.ascii("{\"index\":").number(sequence.index());
            generation.appendText(json.ascii(",\"content\":\""), 0, generation.count());
            generation.appendIds(
                    json.ascii("\",\"tokens\":"), 0, reply.request().returnTokenIds() ? generation.count() : 0);
            end(json, reply, sequence);
        });
    }

    private static void end(AsciiBytes json, ServedReply reply, Sequence sequence) {
        json.ascii(",\"stop\":true,\"model\":").add(reply.model());
        json.ascii(",\"stop_type\":\"")
                .ascii(sequence.generation().stopped() ? "eos" : "limit")
                .add('"');
        counts(json, reply, sequence, sequence.generation().count());
        reply.appendStamps(json);
        json.add('}');
    }

    private static void counts(AsciiBytes json, ServedReply reply, Sequence sequence, int predicted) {
        if (!reply.has(Fault.MISSING_USAGE)) {
            json.ascii(",\"tokens_predicted\":").number(predicted);
            json.ascii(",\"tokens_evaluated\":").number(sequence.promptTokens());
        }
    }
}
