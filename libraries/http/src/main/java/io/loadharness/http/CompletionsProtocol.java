// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.List;

/** {@code /v1/completions}. */
final class CompletionsProtocol implements Protocol {

    private final boolean asksForIds;

    CompletionsProtocol(boolean asksForIds) {
        this.asksForIds = asksForIds;
    }

    @Override
    public String path() {
        return "/v1/completions";
    }

    @Override
    public boolean takesManyPrompts() {
        return true;
    }

    @Override
    public boolean returnsIds() {
        return asksForIds;
    }

    @Override
    public void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException {
        json.prompts("prompt", prompts);
        OpenAiJson.writeParameters(json, parameters, asksForIds);
    }

    @Override
    public void read(JsonCursor json, Answer answer, long nanos) {
        OpenAiJson.read(json, answer, nanos);
    }
}
