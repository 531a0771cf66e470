// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The protocol of SGLang's {@code /generate}. Depending on the start options of the server, each event contains either all token ids so far
 * or only the new ones. Every event also contains the number of tokens so far, which distinguishes the two cases.
 */
final class SglangProtocol implements Protocol {

    private static final String SAMPLING = "sampling_params";

    @Override
    public String path() {
        return "/generate";
    }

    @Override
    public boolean returnsIds() {
        return true;
    }

    @Override
    public void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException {
        boolean isText = prompts.get(0) instanceof Prompt.Text;
        json.prompts(isText ? "text" : "input_ids", prompts);
        json.any(SAMPLING, sampling(parameters));
    }

    private static Map<String, Object> sampling(GenerationParameters parameters) {
        Map<String, Object> sampling = new LinkedHashMap<>();
        parameters.maxTokens().ifPresent(value -> sampling.put("max_new_tokens", value));
        parameters.minTokens().ifPresent(value -> sampling.put("min_new_tokens", value));
        parameters.temperature().ifPresent(value -> sampling.put("temperature", value));
        parameters.topP().ifPresent(value -> sampling.put("top_p", value));
        parameters.topK().ifPresent(value -> sampling.put("top_k", value));
        parameters.seed().ifPresent(value -> sampling.put("sampling_seed", value));
        if (!parameters.stop().isEmpty()) {
            sampling.put("stop", parameters.stop());
        }
        if (parameters.ignoreEos()) {
            sampling.put("ignore_eos", true);
        }
        return sampling;
    }

    @Override
    public void read(JsonCursor json, Completion completion, long nanos) {
        Chunk chunk = completion.newChunk();
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "text" -> chunk.readText(json);
                case "output_ids" -> chunk.readIds(json);
                case "meta_info" -> readMeta(json, completion, chunk);
                case "error" -> completion.error(json);
                default -> json.skip();
            }
        }
        completion.requireSameId();
        keepNewTokens(chunk, completion.choice(0), completion.usage().completion());
        completion.add(chunk, nanos);
    }

    private static void keepNewTokens(Chunk chunk, Choice choice, int tokensSoFar) {
        int known = choice.ids().size();
        if (known + chunk.ids().size() == tokensSoFar) {
            return;
        }
        if (!chunk.ids().startsWith(choice.ids())) {
            throw FailureException.malformed(
                    "the token ids of an event are neither all ids so far nor only the new ones: " + known + " before, "
                            + chunk.ids().size() + " now, but the server counts " + tokensSoFar);
        }
        chunk.ids().removeFirst(known);
        chunk.markTextComplete();
    }

    private static void readMeta(JsonCursor json, Completion completion, Chunk chunk) {
        int promptTokens = Usage.UNKNOWN;
        int cachedTokens = Usage.UNKNOWN;
        int completionTokens = Usage.UNKNOWN;
        int reasoningTokens = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "prompt_tokens" -> promptTokens = json.integer(Usage.UNKNOWN);
                case "cached_tokens" -> cachedTokens = json.integer(Usage.UNKNOWN);
                case "completion_tokens" -> completionTokens = json.integer(Usage.UNKNOWN);
                case "reasoning_tokens" -> reasoningTokens = json.integer(Usage.UNKNOWN);
                case "finish_reason" -> readFinish(json, chunk);
                case "id" -> completion.id(json);
                default -> json.skip();
            }
        }
        completion.usage(new Usage(promptTokens, cachedTokens, completionTokens, reasoningTokens));
    }

    private static void readFinish(JsonCursor json, Chunk chunk) {
        if (!json.isObject()) {
            chunk.finish(json.string());
            return;
        }
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("type")) {
                chunk.finish(json.string());
            } else {
                json.skip();
            }
        }
    }
}
