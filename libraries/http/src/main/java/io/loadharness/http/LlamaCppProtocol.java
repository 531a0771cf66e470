// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.util.List;

/**
 * The protocol of llama.cpp's {@code /completion}. The stream needs no {@code [DONE]}: the event in which {@code stop} is true marks its
 * end.
 */
final class LlamaCppProtocol implements Protocol {

    @Override
    public String path() {
        return "/completion";
    }

    @Override
    public boolean returnsIds() {
        return true;
    }

    @Override
    public void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException {
        if (parameters.minTokens().isPresent()) {
            throw new IllegalArgumentException(
                    "llama.cpp does not support minTokens: use ignoreEos with maxTokens instead");
        }
        json.prompts("prompt", prompts);
        json.flag("return_tokens", true);
        json.number("n_predict", parameters.maxTokens());
        json.sampling(parameters);
    }

    @Override
    public void read(JsonCursor json, Completion completion, long nanos) {
        Chunk chunk = completion.newChunk();
        boolean stops = false;
        String reason = "stop";
        int promptTokens = Usage.UNKNOWN;
        int cachedTokens = Usage.UNKNOWN;
        int completionTokens = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "content" -> chunk.readText(json);
                case "tokens" -> chunk.readIds(json);
                case "stop" -> stops = json.isTrue();
                case "stop_type" -> reason = json.string();
                case "tokens_evaluated" -> promptTokens = json.integer(Usage.UNKNOWN);
                case "tokens_cached" -> cachedTokens = json.integer(Usage.UNKNOWN);
                case "tokens_predicted" -> completionTokens = json.integer(Usage.UNKNOWN);
                case "error" -> completion.error(json);
                default -> json.skip();
            }
        }
        completion.usage(new Usage(promptTokens, cachedTokens, completionTokens, Usage.UNKNOWN));
        if (stops) {
            chunk.finish(reason);
            completion.complete();
        }
        completion.add(chunk, nanos);
    }
}
