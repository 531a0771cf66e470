// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of texts, or of nested values such as chat messages, each stored as a JSON text. All texts are kept in memory as UTF-8. */
public final class TextColumn implements DatasetColumn {

    static final String TYPE = "text";
    static final String JSON_TYPE = "JSON";

    private final ChunkLayout layout;
    private final List<byte[]> chunks;
    private final boolean json;

    private TextColumn(ChunkLayout layout, List<byte[]> chunks, boolean json) {
        this.layout = layout;
        this.chunks = chunks;
        this.json = json;
    }

    /** Returns the text in a row; null if the text is missing. Each call decodes the text from UTF-8. */
    public @Nullable String get(int row) {
        return isMissing(row) ? null : present(row);
    }

    /** Returns the text in a row. The text must not be missing. */
    String present(int row) {
        return new String(
                chunks.get(layout.chunk(row)), layout.offset(row), layout.length(row), StandardCharsets.UTF_8);
    }

    /** Returns the length of the text in a row, in bytes of UTF-8; 0 if the text is missing. */
    public int byteLength(int row) {
        return layout.length(row);
    }

    /** Returns true if each text is the JSON of a nested value, such as a list of chat messages. */
    public boolean isJson() {
        return json;
    }

    @Override
    public String type() {
        return typeOf(json);
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
        return json ? present(row) : JsonValues.quoted(present(row));
    }

    @Override
    public void write(int row, RowSink sink, int column) throws DatasetException {
        if (isMissing(row)) {
            return;
        }
        if (json) {
            sink.json(column, present(row));
        } else {
            sink.text(column, present(row));
        }
    }

    private static String typeOf(boolean json) {
        return json ? JSON_TYPE : TYPE;
    }

    /** Collects the texts. */
    static final class Data implements ColumnBuilder.Values {

        private final ChunkLayout layout = new ChunkLayout();
        private final List<byte[]> chunks = new ArrayList<>();
        private final boolean json;

        Data(boolean json) {
            this.json = json;
        }

        void add(String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            add(bytes, 0, bytes.length);
        }

        void add(byte[] utf8, int from, int length) {
            int newChunk = layout.add(length);
            if (newChunk > 0) {
                chunks.add(new byte[newChunk]);
            }
            System.arraycopy(utf8, from, chunks.get(chunks.size() - 1), layout.offset(layout.rows() - 1), length);
        }

        boolean isJson() {
            return json;
        }

        @Override
        public String type() {
            return typeOf(json);
        }

        @Override
        public void addMissing() {
            layout.addMissing();
        }

        @Override
        public DatasetColumn column() {
            return new TextColumn(layout, chunks, json);
        }
    }
}
