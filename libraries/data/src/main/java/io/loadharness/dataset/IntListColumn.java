// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.Prompt;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of lists of 32-bit integers, such as token ids. The integers are stored in primitive arrays. */
public final class IntListColumn implements DatasetColumn {

    static final String TYPE = "list of integers";
    static final String EMPTY = "[]";

    private final ChunkLayout layout;
    private final List<int[]> chunks;

    private IntListColumn(ChunkLayout layout, List<int[]> chunks) {
        this.layout = layout;
        this.chunks = chunks;
    }

    /** Returns the length of the list in a row; 0 if the list is missing. */
    public int length(int row) {
        return layout.length(row);
    }

    /** Returns an element of the list in a row. */
    public int get(int row, int position) {
        if (position < 0 || position >= layout.length(row)) {
            throw new IndexOutOfBoundsException("position " + position + " of a list of " + layout.length(row));
        }
        return chunks.get(layout.chunk(row))[layout.offset(row) + position];
    }

    /** Returns a read-only view of the list in a row, without copying it; null if the list is missing. */
    public @Nullable IntBuffer get(int row) {
        return isMissing(row)
                ? null
                : IntBuffer.wrap(chunks.get(layout.chunk(row)), layout.offset(row), length(row))
                        .slice()
                        .asReadOnlyBuffer();
    }

    /** Returns a list as a prompt, without a copy. The list must not be missing. */
    Prompt prompt(int row) {
        return Prompt.of(chunks.get(layout.chunk(row)), layout.offset(row), length(row));
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public int rows() {
        return layout.rows();
    }

    @Override
    public boolean isMissing(int row) {
        return layout.isMissing(row);
    }

    @Override
    public String json(int row) {
        if (isMissing(row)) {
            return "null";
        }
        StringBuilder text = new StringBuilder("[");
        for (int position = 0; position < length(row); position++) {
            text.append(position == 0 ? "" : ", ").append(get(row, position));
        }
        return text.append(']').toString();
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (!isMissing(row)) {
            sink.integers(column, chunks.get(layout.chunk(row)), layout.offset(row), length(row));
        }
    }

    /** Collects the lists. */
    static final class Data implements ColumnBuilder.Values {

        private final ChunkLayout layout = new ChunkLayout();
        private final List<int[]> chunks = new ArrayList<>();
        private boolean hasElements;

        void add(int[] values, int from, int count) {
            hasElements |= count > 0;
            int newChunk = layout.add(count);
            if (newChunk > 0) {
                chunks.add(new int[newChunk]);
            }
            System.arraycopy(values, from, chunks.get(chunks.size() - 1), layout.offset(layout.rows() - 1), count);
        }

        /** Returns true if all lists so far are empty. In this case, the type of the elements is not yet known. */
        boolean isAllEmpty() {
            return !hasElements;
        }

        /** Converts the lists to JSON. All lists must be empty. */
        TextColumn.Data asJson() {
            TextColumn.Data json = new TextColumn.Data(true);
            for (int row = 0; row < layout.rows(); row++) {
                if (layout.isMissing(row)) {
                    json.addMissing();
                } else {
                    json.add(EMPTY);
                }
            }
            return json;
        }

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public void addMissing() {
            layout.addMissing();
        }

        @Override
        public DatasetColumn column() {
            return new IntListColumn(layout, chunks);
        }
    }
}
