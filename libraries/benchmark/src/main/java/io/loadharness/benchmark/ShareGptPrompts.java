// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tokenizer;
import io.loadharness.workload.LengthDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A source of prompts from a ShareGPT file. Each prompt is the first question of a conversation. The requested output length is the length
 * of the recorded answer, unless the user set a maximum number of output tokens.
 *
 * @param file the JSON file
 * @param questions the allowed lengths of the questions of completion requests; empty if all are allowed
 * @param answers the allowed lengths of the answers of completion requests; empty if all are allowed
 */
record ShareGptPrompts(Path file, Optional<LengthDistribution> questions, Optional<LengthDistribution> answers)
        implements PromptSource {

    @Override
    public RequestSet requests(PromptNeeds needs) throws IOException {
        if (needs.maxTokens().isEmpty() && needs.tokenizer().isEmpty()) {
            throw new IllegalArgumentException(
                    "'data.type: shareGPT' needs a tokenizer to count the tokens of the recorded responses:"
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
        for (ShareGptRows.Conversation each : allowed(rows.conversations(), needs)) {
            requests.add(new InferenceRequest(requests.size(), prompt(each, needs), parameters(each, needs)));
        }
        return new RequestSet(String.valueOf(file.getFileName()), List.copyOf(requests));
    }

    private List<ShareGptRows.Conversation> allowed(List<ShareGptRows.Conversation> all, PromptNeeds needs) {
        if (questions.isEmpty() && answers.isEmpty()) {
            return all;
        }
        if (needs.isChat()) {
            needs.messages()
                    .accept("data.input_distribution and data.output_distribution do not select conversations of"
                            + " shareGPT for 'api.type: chat', as in inference-perf");
            return all;
        }
        Tokenizer tokenizer = needs.tokenizer()
                .orElseThrow(() -> new IllegalArgumentException(
                        "data.input_distribution and data.output_distribution select conversations by their"
                                + " numbers of tokens, which needs a tokenizer: set a tokenizer"));
        List<ShareGptRows.Conversation> allowed = all.stream()
                .filter(each ->
                        isWithin(questions, each.question(), tokenizer) && isWithin(answers, each.answer(), tokenizer))
                .toList();
        if (allowed.isEmpty()) {
            throw new IllegalArgumentException("none of the " + all.size() + " conversations of " + file
                    + " has lengths within data.input_distribution and data.output_distribution: use a wider range");
        }
        needs.messages()
                .accept((all.size() - allowed.size()) + " of " + all.size()
                        + " conversations are skipped: their lengths are outside data.input_distribution or"
                        + " data.output_distribution");
        return allowed;
    }

    private static boolean isWithin(Optional<LengthDistribution> bounds, String text, Tokenizer tokenizer) {
        if (bounds.isEmpty()) {
            return true;
        }
        int tokens = tokenizer.count(text);
        return tokens >= bounds.get().min() && tokens <= bounds.get().max();
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
