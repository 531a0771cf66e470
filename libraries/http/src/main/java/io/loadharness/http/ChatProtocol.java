// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The protocol of {@code /v1/chat/completions}. */
final class ChatProtocol implements Protocol {

    private final boolean requestsIds;

    ChatProtocol(boolean requestsIds) {
        this.requestsIds = requestsIds;
    }

    @Override
    public String path() {
        return "/v1/chat/completions";
    }

    @Override
    public boolean returnsIds() {
        return requestsIds;
    }

    @Override
    public void write(RequestJson json, List<Prompt> prompts, GenerationParameters parameters) throws IOException {
        json.messages("messages", messages(prompts.get(0)));
        if (prompts.get(0) instanceof Prompt.Chat chat) {
            json.objects("tools", chat.tools());
            json.objects("documents", requireDocuments(chat.documents()));
        }
        OpenAiJson.writeParameters(json, parameters, requestsIds);
    }

    @Override
    public void read(JsonCursor json, Completion completion, long nanos) {
        OpenAiJson.read(json, completion, nanos);
    }

    /** Returns the documents. Only vLLM's extension of OpenAI's API has a field for documents. */
    private List<Map<String, @Nullable Object>> requireDocuments(List<Map<String, @Nullable Object>> documents) {
        if (!requestsIds && !documents.isEmpty()) {
            throw new IllegalArgumentException(
                    "the dialect openai-chat cannot send the documents of a chat: use vllm-chat, or remove the documents");
        }
        return documents;
    }

    private static List<ChatMessage> messages(Prompt prompt) {
        if (prompt instanceof Prompt.Chat chat) {
            return chat.messages();
        }
        if (prompt instanceof Prompt.Text text) {
            return List.of(new ChatMessage("user", text.text()));
        }
        throw new IllegalArgumentException("/v1/chat/completions takes chat messages or text, not token ids:"
                + " use openai-completions or vllm-completions");
    }
}
