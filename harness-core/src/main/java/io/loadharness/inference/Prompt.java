// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The prompt of a request: text, token ids, chat messages or tensors. Immutable.
 *
 * <pre>{@code
 * Prompt text = Prompt.of("Why is the sky blue?");
 * Prompt ids = Prompt.of(1, 15043, 29991);
 * Prompt chat = Prompt.of(List.of(new ChatMessage("user", "Why is the sky blue?")));
 * }</pre>
 */
public sealed interface Prompt {

    /**
     * Returns the length. The unit is tokens if the prompt has token ids, bytes if it has tensors, otherwise characters. Only lengths of
     * prompts of the same kind are comparable.
     */
    int length();

    /** Creates a prompt of text. */
    static Prompt of(String text) {
        return new Text(text);
    }

    /** Creates a prompt of token ids. The prompt does not copy the array; do not change the array. */
    static Prompt of(int... tokenIds) {
        return new TokenIds(tokenIds, 0, tokenIds.length);
    }

    /**
     * Creates a prompt of {@code count} token ids, starting at a position of an array. The prompt does not copy the array; do not change
     * the array.
     */
    static Prompt of(int[] tokenIds, int from, int count) {
        return new TokenIds(tokenIds, from, count);
    }

    /** Creates a prompt of chat messages. */
    static Prompt of(List<ChatMessage> messages) {
        return new Chat(messages);
    }

    /**
     * A prompt of text. The server tokenizes the text.
     *
     * @param text the text, sent unchanged
     */
    record Text(String text) implements Prompt {

        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public int length() {
            return text.length();
        }
    }

    /** A prompt of token ids. The model receives the ids unchanged. */
    final class TokenIds implements Prompt {

        private final int[] ids;
        private final int from;
        private final int length;

        TokenIds(int[] ids, int from, int length) {
            this.ids = ids;
            this.from = from;
            this.length = length;
            Objects.checkFromIndexSize(from, length, ids.length);
        }

        /** Returns the id at a position. */
        public int id(int position) {
            return ids[from + Objects.checkIndex(position, length)];
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public String toString() {
            return "TokenIds[" + length + "]";
        }
    }

    /**
     * A prompt of chat messages. The server applies the chat template of the model to the messages.
     *
     * @param messages the messages in order
     * @param tools the functions that the model can call, each as a map in the format of the request field {@code tools}
     * @param documents the documents that the model can use, each as a map
     */
    record Chat(
            List<ChatMessage> messages,
            List<Map<String, @Nullable Object>> tools,
            List<Map<String, @Nullable Object>> documents)
            implements Prompt {

        public Chat {
            messages = List.copyOf(messages);
            tools = List.copyOf(tools);
            documents = List.copyOf(documents);
        }

        /** Creates a prompt without tools and documents. */
        public Chat(List<ChatMessage> messages) {
            this(messages, List.of(), List.of());
        }

        /** Returns true if a message contains an image. */
        public boolean hasImages() {
            return messages.stream()
                    .flatMap(each -> each.parts().stream())
                    .anyMatch(ContentPart.Image.class::isInstance);
        }

        @Override
        public int length() {
            return messages.stream().mapToInt(ChatMessage::length).sum();
        }
    }

    /**
     * The inputs of a model that is not a language model, for example the pixels of an image.
     *
     * @param inputs the tensors, each with the name of an input
     */
    record Tensors(List<Tensor> inputs) implements Prompt {

        public Tensors {
            inputs = List.copyOf(inputs);
            if (inputs.isEmpty()) {
                throw new IllegalArgumentException("a prompt of tensors needs at least one tensor");
            }
        }

        @Override
        public int length() {
            return inputs.stream().mapToInt(Tensor::bytes).sum();
        }
    }
}
