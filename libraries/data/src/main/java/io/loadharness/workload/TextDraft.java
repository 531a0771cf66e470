package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;

/** A prompt of text, in which nobody sees where a part ends. */
final class TextDraft implements Draft {

    private final SpokenText spoken;
    private final RowSink rows;
    private final int column;
    private final StringBuilder text = new StringBuilder();

    TextDraft(Wording wording, RowSink rows) {
        spoken = new SpokenText(wording);
        this.rows = rows;
        column = rows.column("input");
    }

    @Override
    public void clear() {
        text.setLength(0);
    }

    @Override
    public void add(Speaker speaker, int tokens, long stream) throws DatasetException {
        text.append(spoken.after(text, speaker, tokens, stream));
    }

    @Override
    public void set() throws DatasetException {
        rows.text(column, text.toString());
    }
}
