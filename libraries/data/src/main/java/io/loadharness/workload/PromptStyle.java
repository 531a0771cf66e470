// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * The form of synthetic prompts: token ids, text or chat messages. Immutable.
 *
 * <pre>{@code
 * PromptStyle ids = PromptStyle.tokenIds(PromptVocabulary.of(128_256).without(128_000, 128_001));
 * PromptStyle chat = PromptStyle.chat(TextGenerator.commonWords());
 * }</pre>
 */
public final class PromptStyle {

    private final String name;
    private final boolean hasImages;
    private final Function<RowSink, PromptBuilder> builders;

    private PromptStyle(String name, boolean hasImages, Function<RowSink, PromptBuilder> builders) {
        this.name = name;
        this.hasImages = hasImages;
        this.builders = builders;
    }

    /**
     * Returns the style of random token ids, in the column {@code input_ids}. Each prompt has exactly the requested number of tokens. The
     * server must accept token ids as prompts.
     */
    public static PromptStyle tokenIds(PromptVocabulary vocabulary) {
        Objects.requireNonNull(vocabulary, "vocabulary");
        return new PromptStyle("token ids", false, rows -> new TokenIdPromptBuilder(vocabulary, rows));
    }

    /**
     * Returns the style of plain text, in the column {@code input}. The text consists of the shared prefix, the earlier turns and the
     * question, without separators.
     */
    public static PromptStyle text(TextGenerator generator) {
        Objects.requireNonNull(generator, "generator");
        return new PromptStyle("text", false, rows -> new TextPromptBuilder(generator, rows));
    }

    /**
     * Returns the style of chat messages, as JSON in the column {@code input}. The shared prefix is the system message, and each question
     * is a user message. The text of each message has the requested number of tokens. The server adds the tokens of the chat template to
     * this number.
     */
    public static PromptStyle chat(TextGenerator generator) {
        Objects.requireNonNull(generator, "generator");
        return new PromptStyle("chat", true, rows -> new ChatPromptBuilder(generator, rows));
    }

    /** Returns true if prompts can contain images. */
    public boolean hasImages() {
        return hasImages;
    }

    PromptBuilder promptBuilder(RowSink rows) {
        return builders.apply(rows);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Builds prompts of token ids. */
    private static final class TokenIdPromptBuilder implements PromptBuilder {

        private final PromptVocabulary vocabulary;
        private final RowSink rows;
        private final int column;
        private final RandomBits random = new RandomBits(0);
        private int[] ids = new int[1024];
        private int length;

        TokenIdPromptBuilder(PromptVocabulary vocabulary, RowSink rows) {
            this.vocabulary = vocabulary;
            this.rows = rows;
            column = rows.column("input_ids");
        }

        @Override
        public void clear() {
            length = 0;
        }

        @Override
        public void add(PromptBuilder.Role role, int tokens, long stream) {
            int end = Math.addExact(length, tokens);
            if (end > ids.length) {
                ids = Arrays.copyOf(ids, Math.max(end, ids.length * 2));
            }
            random.restart(stream);
            vocabulary.fill(ids, length, end, random);
            length = end;
        }

        @Override
        public void writeColumns() throws DatasetException {
            rows.integers(column, ids, 0, length);
        }
    }

    /** Builds prompts of plain text, in which the boundaries of the parts are not visible. */
    private static final class TextPromptBuilder implements PromptBuilder {

        private final CachedTextGenerator generator;
        private final RowSink rows;
        private final int column;
        private final StringBuilder text = new StringBuilder();

        TextPromptBuilder(TextGenerator generator, RowSink rows) {
            this.generator = new CachedTextGenerator(generator);
            this.rows = rows;
            column = rows.column("input");
        }

        @Override
        public void clear() {
            text.setLength(0);
        }

        @Override
        public void add(PromptBuilder.Role role, int tokens, long stream) throws DatasetException {
            text.append(generator.continuation(text, role, tokens, stream));
        }

        @Override
        public void writeColumns() throws DatasetException {
            rows.text(column, text.toString());
        }
    }
}
