// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.util.List;

/** llama.cpp's {@code /completion}. Its stream has no end marker: the event that stops is the end. */
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
            throw new IllegalArgumentException("llama.cpp knows no minTokens; use ignoreEos with maxTokens instead");
        }
        json.prompts("prompt", prompts);
        json.flag("return_tokens", true);
        json.number("n_predict", parameters.maxTokens());
        json.sampling(parameters);
    }

    @Override
    public void read(JsonCursor json, Answer answer, long nanos) {
        Chunk chunk = answer.newChunk();
        boolean stops = false;
        String reason = "stop";
        int prompt = Usage.UNKNOWN;
        int cached = Usage.UNKNOWN;
        int completion = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "content" -> chunk.readAnswer(json);
                case "tokens" -> chunk.readIds(json);
                case "stop" -> stops = json.isTrue();
                case "stop_type" -> reason = json.string();
                case "tokens_evaluated" -> prompt = json.integer(Usage.UNKNOWN);
                case "tokens_cached" -> cached = json.integer(Usage.UNKNOWN);
                case "tokens_predicted" -> completion = json.integer(Usage.UNKNOWN);
                case "error" -> answer.error(json);
                default -> json.skip();
            }
        }
        answer.usage(new Usage(prompt, cached, completion, Usage.UNKNOWN));
        if (stops) {
            chunk.finish(reason);
            answer.complete();
        }
        answer.add(chunk, nanos);
    }
}
