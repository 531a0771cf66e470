package io.loadharness.workload;

import io.loadharness.dataset.RowSink;
import java.util.Objects;
import java.util.function.Function;

/** What prompts are made of. Immutable. */
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
    public static PromptStyle tokenIds(Vocabulary vocabulary) {
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

    /** Whether its prompts can hold images. */
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
}
