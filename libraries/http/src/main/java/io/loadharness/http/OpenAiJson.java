// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import java.io.IOException;
import java.util.Map;

/** What completions and chat completions have in common: the parameters, and answers that are lists of choices. */
final class OpenAiJson {

    private static final Map<String, Object> USAGE_TOO = Map.of("include_usage", true);

    private OpenAiJson() {}

    static void writeParameters(RequestJson json, GenerationParameters parameters, boolean asksForIds)
            throws IOException {
        if (json.isStreamed()) {
            json.any("stream_options", USAGE_TOO);
        }
        if (asksForIds) {
            json.flag("return_token_ids", true);
        }
        json.number("max_tokens", parameters.maxTokens());
        json.number("min_tokens", parameters.minTokens());
        json.sampling(parameters);
    }

    static void read(JsonCursor json, Answer answer, long nanos) {
        boolean isError = false;
        boolean isAnswer = false;
        String message = "";
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "choices" -> {
                    isAnswer = true;
                    readChoices(json, answer, nanos);
                }
                case "usage" -> {
                    isAnswer = true;
                    answer.usage(json);
                }
                case "error" -> answer.error(json);
                case "object" -> isError = json.isString("error");
                case "message" -> message = json.string();
                default -> json.skip();
            }
        }
        if (isError) {
            throw Answer.inBand(message);
        }
        if (!isAnswer) {
            throw FailureException.malformed("there is an object without choices and without usage in the answer");
        }
    }

    private static void readChoices(JsonCursor json, Answer answer, long nanos) {
        if (!json.isArray()) {
            throw FailureException.malformed("the choices of the answer are not a list");
        }
        while (json.nextElement()) {
            if (!json.isObject()) {
                throw FailureException.malformed("a choice of the answer is not an object");
            }
            Chunk chunk = answer.newChunk();
            readChoice(json, chunk);
            answer.add(chunk, nanos);
        }
    }

    private static void readChoice(JsonCursor json, Chunk chunk) {
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "index" -> chunk.readIndex(json);
                case "text" -> chunk.readAnswer(json);
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
                case "content", "refusal" -> chunk.readAnswer(json);
                case "reasoning_content", "reasoning" -> chunk.readReasoning(json);
                case "tool_calls" -> chunk.readToolCalls(json);
                default -> json.skip();
            }
        }
    }
}
