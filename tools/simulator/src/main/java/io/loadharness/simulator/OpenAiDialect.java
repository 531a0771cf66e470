// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The parts that OpenAI's two APIs have in common, with vLLM's extensions. */
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
    final boolean closing(AsciiBytes json, ResponseContext context) {
        if (!countsTokens(context.request()) || context.has(Fault.MISSING_USAGE)) {
            return false;
        }
        begin(json, context, chunkObject).ascii(",\"choices\":[]");
        usage(json, context);
        context.appendStamps(json);
        json.add('}');
        return true;
    }

    @Override
    final void whole(AsciiBytes json, ResponseContext context) {
        begin(json, context, wholeObject).ascii(",\"choices\":[");
        for (Sequence sequence : context.sequences()) {
            if (sequence.index() > 0) {
                json.add(',');
            }
            wholeChoice(json, context, sequence);
        }
        json.add(']');
        afterChoices(json, context);
        if (!context.has(Fault.MISSING_USAGE)) {
            usage(json, context);
        }
        context.appendStamps(json);
        json.add('}');
    }

    abstract void wholeChoice(AsciiBytes json, ResponseContext context, Sequence sequence);

    /** Writes the fields after the choices of a response that is not streamed. */
    abstract void afterChoices(AsciiBytes json, ResponseContext context);

    final AsciiBytes beginChunk(AsciiBytes json, ResponseContext context, Sequence sequence) {
        return begin(json, context, chunkObject)
                .ascii(",\"choices\":[{\"index\":")
                .number(sequence.index());
    }

    static void endChunk(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        tokenIds(json, context, sequence, from, to);
        json.ascii("}]");
        context.appendStamps(json);
        json.add('}');
    }

    static AsciiBytes finish(AsciiBytes json, Sequence sequence, boolean last) {
        json.ascii(",\"logprobs\":null,\"finish_reason\":");
        return last ? json.add('"').ascii(finishReason(sequence)).add('"') : json.ascii("null");
    }

    static void tokenIds(AsciiBytes json, ResponseContext context, Sequence sequence, int from, int to) {
        if (context.request().returnTokenIds()) {
            sequence.generation().appendIds(json.ascii(",\"token_ids\":"), from, to);
        }
    }

    static void promptIds(AsciiBytes json, ResponseContext context, Sequence sequence) {
        if (context.request().returnTokenIds()) {
            json.ascii(",\"prompt_token_ids\":").numbers(sequence.prompt());
        }
    }

    private static AsciiBytes begin(AsciiBytes json, ResponseContext context, String object) {
        return json.ascii("{\"id\":\"")
                .ascii(context.id())
                .ascii("\",\"object\":\"")
                .ascii(object)
                .ascii("\",\"created\":")
                .number(context.created())
                .ascii(",\"model\":")
                .add(context.model());
    }

    private void usage(AsciiBytes json, ResponseContext context) {
        int prompt = context.request().promptTokens();
        int completion = context.completionTokens();
        json.ascii(",\"usage\":{\"prompt_tokens\":").number(prompt);
        json.ascii(",\"total_tokens\":").number(prompt + completion);
        json.ascii(",\"completion_tokens\":").number(completion);
        usageDetails(json, context);
        json.add('}');
    }

    /** Writes additional token counts. */
    void usageDetails(AsciiBytes json, ResponseContext context) {}
}
