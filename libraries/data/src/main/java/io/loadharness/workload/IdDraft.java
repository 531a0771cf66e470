package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.Arrays;

/** A prompt of token ids. */
final class IdDraft implements Draft {

    private final Vocabulary vocabulary;
    private final RowSink rows;
    private final int column;
    private final RandomBits random = new RandomBits(0);
    private int[] ids = new int[1024];
    private int length;

    IdDraft(Vocabulary vocabulary, RowSink rows) {
        this.vocabulary = vocabulary;
        this.rows = rows;
        column = rows.column("input_ids");
    }

    @Override
    public void clear() {
        length = 0;
    }

    @Override
    public void add(Speaker speaker, int tokens, long stream) {
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
