// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/** The form of prompts: token ids, text or chat messages. Immutable. */
public final class PromptStyle {

    private final String name;
    private final boolean hasImages;
    private final Function<RowSink, Draft> drafts;

    private PromptStyle(String name, boolean hasImages, Function<RowSink, Draft> drafts) {
        this.name = name;
        this.hasImages = hasImages;
        this.drafts = drafts;
    }

    /** Random token ids, in the column {@code input_ids}. Exact, and the cheapest; for servers that take ids. */
    public static PromptStyle tokenIds(PromptVocabulary vocabulary) {
        Objects.requireNonNull(vocabulary, "vocabulary");
        return new PromptStyle("token ids", false, rows -> new IdDraft(vocabulary, rows));
    }

    /** Text, in the column {@code input}: shared beginning, turns and question behind each other. */
    public static PromptStyle text(Wording wording) {
        Objects.requireNonNull(wording, "wording");
        return new PromptStyle("text", false, rows -> new TextDraft(wording, rows));
    }

    /**
     * Chat messages, as JSON in the column {@code input}: a shared beginning is the system's message, each turn the user's. The text of
     * each message has as many tokens as asked for; what the model's chat template adds comes on top.
     */
    public static PromptStyle chat(Wording wording) {
        Objects.requireNonNull(wording, "wording");
        return new PromptStyle("chat", true, rows -> new ChatDraft(wording, rows));
    }

    /** Returns true if prompts can contain images. */
    public boolean hasImages() {
        return hasImages;
    }

    Draft draft(RowSink rows) {
        return drafts.apply(rows);
    }

    @Override
    public String toString() {
        return name;
    }

    /** A prompt of token ids. */
    private static final class IdDraft implements Draft {

        private final PromptVocabulary vocabulary;
        private final RowSink rows;
        private final int column;
        private final RandomBits random = new RandomBits(0);
        private int[] ids = new int[1024];
        private int length;

        IdDraft(PromptVocabulary vocabulary, RowSink rows) {
            this.vocabulary = vocabulary;
            this.rows = rows;
            column = rows.column("input_ids");
        }

        @Override
        public void clear() {
            length = 0;
        }

        @Override
        public void add(Draft.Role role, int tokens, long stream) {
            int end = Math.addExact(length, tokens);
            if (end > ids.length) {
                ids = Arrays.copyOf(ids, Math.max(end, ids.length * 2));
            }
            random.restart(stream);
            vocabulary.fill(ids, length, end, random);
            length = end;
        }

        @Override
        public void set() throws DatasetException {
            rows.integers(column, ids, 0, length);
        }
    }

    /** A prompt of plain text; the borders of its parts are not visible. */
    private static final class TextDraft implements Draft {

        private final CachedWording spoken;
        private final RowSink rows;
        private final int column;
        private final StringBuilder text = new StringBuilder();

        TextDraft(Wording wording, RowSink rows) {
            spoken = new CachedWording(wording);
            this.rows = rows;
            column = rows.column("input");
        }

        @Override
        public void clear() {
            text.setLength(0);
        }

        @Override
        public void add(Draft.Role role, int tokens, long stream) throws DatasetException {
            text.append(spoken.after(text, role, tokens, stream));
        }

        @Override
        public void set() throws DatasetException {
            rows.text(column, text.toString());
        }
    }
}
