// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.List;
import java.util.Objects;

/** What a model is asked. Immutable. */
public sealed interface Prompt {

    /** How long it is: tokens where there are tokens, otherwise characters. Only fit to compare prompts of one kind. */
    int length();

    /** A prompt of text. */
    static Prompt of(String text) {
        return new Text(text);
    }

    /** A prompt of token ids. The array becomes the prompt's. */
    static Prompt of(int... tokenIds) {
        return new TokenIds(tokenIds, 0, tokenIds.length);
    }

    /** A prompt of the {@code count} token ids from a position on. The array is not copied, and nobody may change them any more. */
    static Prompt of(int[] tokenIds, int from, int count) {
        return new TokenIds(tokenIds, from, count);
    }

    /** A prompt of chat messages. */
    static Prompt of(List<ChatMessage> messages) {
        return new Chat(messages);
    }

    /**
     * Text, which the server tokenises.
     *
     * @param text the prompt as it stands
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

    /** Token ids, which reach the model as they are. */
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

        /** The id at a position. */
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
     * Messages, which the server puts into the model's chat template.
     *
     * @param messages in the order in which they were said
     */
    record Chat(List<ChatMessage> messages) implements Prompt {

        public Chat {
            messages = List.copyOf(messages);
        }

        /** Whether a message shows an image. */
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
}
