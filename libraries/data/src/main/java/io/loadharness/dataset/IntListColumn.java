// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.Prompt;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of whole numbers such as token ids, in primitive arrays. */
public final class IntListColumn implements DatasetColumn {

    static final String TYPE = "list of integers";
    static final String EMPTY = "[]";

    private final Places places;
    private final List<int[]> chunks;

    private IntListColumn(Places places, List<int[]> chunks) {
        this.places = places;
        this.chunks = chunks;
    }

    /** How long a list is; 0 if it is missing. */
    public int length(int row) {
        return places.length(row);
    }

    /** An element of a list. */
    public int get(int row, int position) {
        if (position < 0 || position >= places.length(row)) {
            throw new IndexOutOfBoundsException("position " + position + " of a list of " + places.length(row));
        }
        return chunks.get(places.chunk(row))[places.offset(row) + position];
    }

    /** A view of a list, which is not copied; null if it is missing. */
    public @Nullable IntBuffer get(int row) {
        return isMissing(row)
                ? null
                : IntBuffer.wrap(chunks.get(places.chunk(row)), places.offset(row), length(row))
                        .slice()
                        .asReadOnlyBuffer();
    }

    /** A list, which is not missing, as a prompt that shares its memory. */
    Prompt prompt(int row) {
        return Prompt.of(chunks.get(places.chunk(row)), places.offset(row), length(row));
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public int rows() {
        return places.rows();
    }

    @Override
    public boolean isMissing(int row) {
        return places.isMissing(row);
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
            sink.integers(column, chunks.get(places.chunk(row)), places.offset(row), length(row));
        }
    }

    /** Collects the lists. */
    static final class Data implements ColumnBuilder.Values {

        private final Places places = new Places();
        private final List<int[]> chunks = new ArrayList<>();
        private boolean filled;

        void add(int[] values, int from, int count) {
            filled |= count > 0;
            int made = places.add(count);
            if (made > 0) {
                chunks.add(new int[made]);
            }
            System.arraycopy(values, from, chunks.get(chunks.size() - 1), places.offset(places.rows() - 1), count);
        }

        /** Whether nothing in it says of what the lists are. */
        boolean isAllEmpty() {
            return !filled;
        }

        /** The same, where all are empty, as JSON. */
        TextColumn.Data asJson() {
            TextColumn.Data json = new TextColumn.Data(true);
            for (int row = 0; row < places.rows(); row++) {
                if (places.isMissing(row)) {
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
            places.addMissing();
        }

        @Override
        public DatasetColumn column() {
            return new IntListColumn(places, chunks);
        }
    }
}
