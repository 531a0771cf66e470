// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.util.Map;

/** The common parts of completions and chat completions: parameters, and responses with a list of choices. */
final class OpenAiJson {

    private static final Map<String, Object> INCLUDE_USAGE = Map.of("include_usage", true);

    private OpenAiJson() {}

    static void writeParameters(RequestJson json, GenerationParameters parameters, boolean requestsIds)
            throws IOException {
        if (json.isStreamed()) {
            json.any("stream_options", INCLUDE_USAGE);
        }
        if (requestsIds) {
            json.flag("return_token_ids", true);
        }
        json.number("max_tokens", parameters.maxTokens());
        json.number("min_tokens", parameters.minTokens());
        json.sampling(parameters);
    }

    static void read(JsonCursor json, Completion completion, long nanos) {
        boolean isError = false;
        boolean isCompletion = false;
        String message = "";
        Usage usage = null;
        completion.startEvent();
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "choices" -> {
                    isCompletion = true;
                    readChoices(json, completion, nanos);
                }
                case "usage" -> {
                    isCompletion = true;
                    if (usage != null) {
                        completion.usage(usage); // an object with several usages is not correct, but possible
                    }
                    usage = Usages.read(json);
                }
                case "id" -> completion.id(json);
                case "error" -> completion.error(json);
                case "object" -> isError = json.isString("error");
                case "message" -> message = json.string();
                default -> json.skip();
            }
        }
        if (isError) {
            throw Completion.inBand(message);
        }
        completion.requireSameId();
        if (!isCompletion) {
            throw FailureException.malformed("the response has an object without choices and without usage");
        }
        if (usage != null) {
            completion.usage(usage); // after the choices, whatever the order of the fields
        }
    }

    private static void readChoices(JsonCursor json, Completion completion, long nanos) {
        if (!json.isArray()) {
            throw FailureException.malformed("the choices of the response are not an array");
        }
        while (json.nextElement()) {
            if (!json.isObject()) {
                throw FailureException.malformed("a choice of the response is not an object");
            }
            Chunk chunk = completion.newChunk();
            readChoice(json, chunk);
            completion.add(chunk, nanos);
        }
    }

    private static void readChoice(JsonCursor json, Chunk chunk) {
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "index" -> chunk.readIndex(json);
                case "text" -> chunk.readText(json);
                case "delta", "message" -> readMessage(json, chunk);
                case "token_ids" -> chunk.readIds(json);
                case "finish_reason" -> chunk.finish(json.string());
                default -> json.skip();
            }
        }
    }

    private static void readMessage(JsonCursor json, Chunk chunk) {
        if (!json.isObject()) {
            json.skip();
            return;
        }
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "content", "refusal" -> chunk.readText(json);
                case "reasoning_content", "reasoning" -> chunk.readReasoning(json);
                case "tool_calls" -> chunk.readToolCalls(json);
                default -> json.skip();
            }
        }
    }
}
