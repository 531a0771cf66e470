// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts, or anything nested as the text of its JSON; held as UTF-8. */
public final class TextColumn implements DatasetColumn {

    static final String TYPE = "text";
    static final String JSON_TYPE = "JSON";

    private final Places places;
    private final List<byte[]> chunks;
    private final boolean json;

    private TextColumn(Places places, List<byte[]> chunks, boolean json) {
        this.places = places;
        this.chunks = chunks;
        this.json = json;
    }

    /** A text, made anew at each call; null if it is missing. */
    public @Nullable String get(int row) {
        return isMissing(row) ? null : present(row);
    }

    /** Returns a text that is not missing. */
    String present(int row) {
        return new String(
                chunks.get(places.chunk(row)), places.offset(row), places.length(row), StandardCharsets.UTF_8);
    }

    /** How long a text is, in bytes of UTF-8; 0 if it is missing. */
    public int byteLength(int row) {
        return places.length(row);
    }

    /** Whether the texts are JSON of something nested. */
    public boolean isJson() {
        return json;
    }

    @Override
    public String type() {
        return typeOf(json);
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

        private final Places places = new Places();
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
            int made = places.add(length);
            if (made > 0) {
                chunks.add(new byte[made]);
            }
            System.arraycopy(utf8, from, chunks.get(chunks.size() - 1), places.offset(places.rows() - 1), length);
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
            places.addMissing();
        }

        @Override
        public DatasetColumn column() {
            return new TextColumn(places, chunks, json);
        }
    }
}
