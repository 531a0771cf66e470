// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.List;

/** The protocol of {@code /v1/completions}. */
final class CompletionsProtocol implements Protocol {

    private final boolean requestsIds;

    CompletionsProtocol(boolean requestsIds) {
        this.requestsIds = requestsIds;
    }

    @Override
    public String path() {
        return "/v1/completions";
    }

    @Override
    public boolean supportsMultiplePrompts() {
        return true;
    }

    @Override
    public boolean returnsIds() {
        return requestsIds;
    }

    @Override
    public void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException {
        json.prompts("prompt", prompts);
        OpenAiJson.writeParameters(json, parameters, requestsIds);
    }

    @Override
    public void read(JsonCursor json, Completion completion, long nanos) {
        OpenAiJson.read(json, completion, nanos);
    }
}
