// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A source of prompts from a ShareGPT file. Each prompt is the first question of a conversation. The requested output length is the length
 * of the recorded answer, unless the user set a maximum number of output tokens.
 *
 * @param file the JSON file
 */
record ShareGptPrompts(Path file) implements PromptSource {

    @Override
    public RequestSet requests(PromptNeeds needs) throws IOException {
        if (needs.maxTokens().isEmpty() && needs.tokenizer().isEmpty()) {
            throw new IllegalArgumentException(
                    "data.type shareGPT needs a tokenizer to count the tokens of the recorded answers:"
                            + " set a tokenizer, or one maximum number of output tokens for all requests");
        }
        ShareGptRows rows = new ShareGptRows();
        new DatasetReader().stream(file, rows);
        if (rows.conversations().isEmpty()) {
            throw new IllegalArgumentException(
                    file + " has no conversation with a question and an answer in a column \"conversations\"");
        }
        if (rows.skipped() > 0) {
            needs.messages()
                    .accept(rows.skipped()
                            + " conversations are skipped: they do not start with a question and its answer");
        }
        List<InferenceRequest> requests = new ArrayList<>();
        for (ShareGptRows.Conversation each : rows.conversations()) {
            requests.add(new InferenceRequest(requests.size(), prompt(each, needs), parameters(each, needs)));
        }
        return new RequestSet(String.valueOf(file.getFileName()), List.copyOf(requests));
    }

    private static Prompt prompt(ShareGptRows.Conversation conversation, PromptNeeds needs) {
        return needs.isChat()
                ? Prompt.of(List.of(new ChatMessage("user", conversation.question())))
                : Prompt.of(conversation.question());
    }

    private static GenerationParameters parameters(ShareGptRows.Conversation conversation, PromptNeeds needs) {
        int tokens = needs.maxTokens()
                .orElseGet(() -> needs.tokenizer().orElseThrow().count(conversation.answer()));
        return needs.parameters().withMaxTokens(Math.max(1, tokens));
    }
}
