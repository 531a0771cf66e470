// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** What OpenAI's two ways to ask have in common, with vLLM's additions. */
abstract class OpenAiDialect extends ApiDialect {

    private final String chunkObject;
    private final String wholeObject;

    OpenAiDialect(
            String path,
            String idPrefix,
            String chunkObject,
            String wholeObject,
            OptionalInt defaultLimit,
            Map<String, Field> fields) {
        super(path, idPrefix, defaultLimit, withCommon(fields));
        this.chunkObject = chunkObject;
        this.wholeObject = wholeObject;
    }

    private static Map<String, Field> withCommon(Map<String, Field> fields) {
        Map<String, Field> all = new HashMap<>(fields);
        all.put("model", Field.MODEL);
        all.put("max_tokens", Field.MAX_TOKENS);
        all.put("min_tokens", Field.MIN_TOKENS);
        all.put("ignore_eos", Field.IGNORE_EOS);
        all.put("stop", Field.STOP);
        all.put("seed", Field.SEED);
        all.put("n", Field.CHOICES);
        all.put("stream", Field.STREAM);
        all.put("stream_options", Field.STREAM_OPTIONS);
        all.put("include_usage", Field.INCLUDE_USAGE);
        all.put("return_token_ids", Field.TOKEN_IDS);
        return all;
    }

    @Override
    final boolean countsTokens(GenerateRequest request) {
        return request.includeUsage() || !request.stream();
    }

    @Override
    final boolean closing(AsciiBytes json, ServedReply reply) {
        if (!countsTokens(reply.request()) || reply.has(Fault.MISSING_USAGE)) {
            return false;
        }
        begin(json, reply, chunkObject).ascii(",\"choices\":[]");
        usage(json, reply);
        reply.appendStamps(json);
        json.add('}');
        return true;
    }

    @Override
    final void whole(AsciiBytes json, ServedReply reply) {
        begin(json, reply, wholeObject).ascii(",\"choices\":[");
        for (Sequence sequence : reply.sequences()) {
            if (sequence.index() > 0) {
                json.add(',');
            }
            wholeChoice(json, reply, sequence);
        }
        json.add(']');
        afterChoices(json, reply);
        if (!reply.has(Fault.MISSING_USAGE)) {
            usage(json, reply);
        }
        reply.appendStamps(json);
        json.add('}');
    }

    abstract void wholeChoice(AsciiBytes json, ServedReply reply, Sequence sequence);

    /** Writes what follows the choices of an answer that is not streamed. */
    abstract void afterChoices(AsciiBytes json, ServedReply reply);

    final AsciiBytes beginChunk(AsciiBytes json, ServedReply reply, Sequence sequence) {
        return begin(json, reply, chunkObject)
                .ascii(",\"choices\":[{\"index\":")
                .number(sequence.index());
    }

    static void endChunk(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to) {
        tokenIds(json, reply, sequence, from, to);
        json.ascii("}]");
        reply.appendStamps(json);
        json.add('}');
    }

    static AsciiBytes finish(AsciiBytes json, Sequence sequence, boolean last) {
        json.ascii(",\"logprobs\":null,\"finish_reason\":");
        return last ? json.add('"').ascii(finishReason(sequence)).add('"') : json.ascii("null");
    }

    static void tokenIds(AsciiBytes json, ServedReply reply, Sequence sequence, int from, int to) {
        if (reply.request().returnTokenIds()) {
            sequence.generation().appendIds(json.ascii(",\"token_ids\":"), from, to);
        }
    }

    static void promptIds(AsciiBytes json, ServedReply reply, Sequence sequence) {
        if (reply.request().returnTokenIds()) {
            json.ascii(",\"prompt_token_ids\":").numbers(sequence.prompt());
        }
    }

    private static AsciiBytes begin(AsciiBytes json, ServedReply reply, String object) {
        return json.ascii("{\"id\":\"")
                .ascii(reply.id())
                .ascii("\",\"object\":\"")
                .ascii(object)
                .ascii("\",\"created\":")
                .number(reply.created())
                .ascii(",\"model\":")
                .add(reply.model());
    }

    private void usage(AsciiBytes json, ServedReply reply) {
        int prompt = reply.request().promptTokens();
        int completion = reply.completionTokens();
        json.ascii(",\"usage\":{\"prompt_tokens\":").number(prompt);
        json.ascii(",\"total_tokens\":").number(prompt + completion);
        json.ascii(",\"completion_tokens\":").number(completion);
        usageDetails(json, reply);
        json.add('}');
    }

    /** Writes further counts. */
    void usageDetails(AsciiBytes json, ServedReply reply) {}
}
