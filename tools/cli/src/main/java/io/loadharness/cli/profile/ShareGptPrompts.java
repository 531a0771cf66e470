package io.loadharness.cli.profile;

import io.loadharness.cli.server.RequestSet;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first question of each conversation in a file of ShareGPT, asked for as many tokens as the recorded answer has.
 *
 * @param file JSON
 */
record ShareGptPrompts(Path file) implements PromptSource {

    @Override
    public boolean isOfIds() {
        return false;
    }

    @Override
    public Optional<TraceFile> trace() {
        return Optional.empty();
    }

    @Override
    public RequestSet requests(Asking asking) throws IOException {
        if (asking.maxTokens().isEmpty() && asking.tokenizer().isEmpty()) {
            throw new IllegalArgumentException(
                    "data.type shareGPT asks for as many tokens as the recorded answers have, which a tokenizer counts:"
                            + " name one by --tokenizer, or give all the same by --max-tokens");
        }
        ShareGptRows rows = new ShareGptRows();
        new DatasetReader().stream(file, rows);
        if (rows.conversations().isEmpty()) {
            throw new IllegalArgumentException(
                    file + " has no conversation of a question and an answer in a column \"conversations\"");
        }
        if (rows.leftOut() > 0) {
            asking.remarks()
                    .accept(rows.leftOut() + " conversations are left out: they are no question and its answer");
        }
        List<InferenceRequest> requests = new ArrayList<>();
        for (ShareGptRows.Conversation each : rows.conversations()) {
            requests.add(new InferenceRequest(requests.size(), prompt(each, asking), parameters(each, asking)));
        }
        return new RequestSet(String.valueOf(file.getFileName()), List.copyOf(requests));
    }

    private static Prompt prompt(ShareGptRows.Conversation conversation, Asking asking) {
        return asking.isChat()
                ? Prompt.of(List.of(new ChatMessage("user", conversation.question())))
                : Prompt.of(conversation.question());
    }

    private static GenerationParameters parameters(ShareGptRows.Conversation conversation, Asking asking) {
        int tokens = asking.maxTokens()
                .orElseGet(() -> asking.tokenizer().orElseThrow().count(conversation.answer()));
        return asking.parameters().withMaxTokens(Math.max(1, tokens));
    }
}
