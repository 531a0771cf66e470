// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ChatOptions;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tokenizer;
import java.util.List;
import java.util.Objects;

/**
 * Encodes the prompts of a data set as token ids, with the special tokens that {@code transformers} adds. The encoder adds the tokens that
 * the tokenizer adds around a prompt, such as the BOS token, to texts. The chat template of the model renders chat messages, and contains
 * these tokens. Immutable and thread-safe. The caller closes the tokenizer.
 *
 * <pre>{@code
 * try (Tokenizer tokenizer = Tokenizer.open(Path.of("models/llama"))) {
 *     Dataset ids = Dataset.read(Path.of("prompts.jsonl")).withInputIds(PromptEncoder.of(tokenizer));
 * }
 * }</pre>
 */
public final class PromptEncoder {

    private final Tokenizer tokenizer;
    private final boolean isChat;

    private PromptEncoder(Tokenizer tokenizer, boolean isChat) {
        this.tokenizer = Objects.requireNonNull(tokenizer, "tokenizer");
        this.isChat = isChat;
    }

    /** Creates an encoder. */
    public static PromptEncoder of(Tokenizer tokenizer) {
        return new PromptEncoder(tokenizer, false);
    }

    /** Returns an encoder that also renders each text with the chat template, as a single user message. */
    public PromptEncoder asChats() {
        return new PromptEncoder(tokenizer, true);
    }

    /** Encodes a text. The options have an effect only if texts are rendered as chats. */
    int[] text(String text, ChatOptions options) {
        return isChat ? chat(List.of(new ChatMessage("user", text)), options) : tokenizer.encodePrompt(text);
    }

    /** Parses chat messages with {@link ChatPrompt}, and encodes them. */
    int[] messages(String json, ChatOptions options) {
        if (!(ChatPrompt.of(json) instanceof Prompt.Chat chat)) {
            throw new IllegalStateException("chat messages are not a chat");
        }
        if (chat.hasImages()) {
            throw new IllegalArgumentException("has images, which token ids cannot contain");
        }
        return chat(chat.messages(), options);
    }

    private int[] chat(List<ChatMessage> messages, ChatOptions options) {
        return tokenizer.encode(tokenizer.chat(messages, options));
    }
}
