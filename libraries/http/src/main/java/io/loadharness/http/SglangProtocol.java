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
 * SGLang's {@code /generate}. A server sends with each event either all ids so far or only the new ones, as it was started; the number of
 * tokens so far, which is always there, tells which.
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
    public void read(JsonCursor json, Answer answer, long nanos) {
        Chunk chunk = answer.newChunk();
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "text" -> chunk.readAnswer(json);
                case "output_ids" -> chunk.readIds(json);
                case "meta_info" -> readMeta(json, answer, chunk);
                case "error" -> answer.error(json);
                default -> json.skip();
            }
        }
        keepWhatIsNew(chunk, answer.choice(0), answer.usage().completion());
        answer.add(chunk, nanos);
    }

    private static void keepWhatIsNew(Chunk chunk, GrowingAnswer choice, int tokensSoFar) {
        int known = choice.ids().size();
        if (known + chunk.ids().size() == tokensSoFar) {
            return;
        }
        if (!chunk.ids().startsWith(choice.ids())) {
            throw FailureException.malformed("the ids of the answer are neither all of it nor what is new: " + known
                    + " before, " + chunk.ids().size() + " now, and the server counts " + tokensSoFar);
        }
        chunk.ids().removeFirst(known);
        chunk.textIsWhole();
    }

    private static void readMeta(JsonCursor json, Answer answer, Chunk chunk) {
        int prompt = Usage.UNKNOWN;
        int cached = Usage.UNKNOWN;
        int completion = Usage.UNKNOWN;
        int reasoning = Usage.UNKNOWN;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "prompt_tokens" -> prompt = json.integer(Usage.UNKNOWN);
                case "cached_tokens" -> cached = json.integer(Usage.UNKNOWN);
                case "completion_tokens" -> completion = json.integer(Usage.UNKNOWN);
                case "reasoning_tokens" -> reasoning = json.integer(Usage.UNKNOWN);
                case "finish_reason" -> readFinish(json, chunk);
                default -> json.skip();
            }
        }
        answer.usage(new Usage(prompt, cached, completion, reasoning));
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
