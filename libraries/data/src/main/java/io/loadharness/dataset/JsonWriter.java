// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Writes one JSON object per row, each on its own line: JSON Lines, or the elements of an array. The rows go to a temporary file, which is
 * moved to its final path when it is complete.
 */
final class JsonWriter implements DatasetWriter {

    private static final JsonFactory LINES = separatedBy("\n");
    private static final JsonFactory ELEMENTS = separatedBy(",\n");

    /** Writes one value to the current row. */
    @FunctionalInterface
    private interface Value {
        void write(JsonGenerator out) throws IOException;
    }

    private final AtomicFile file;
    private final JsonGenerator out;
    private final String end;
    private final List<String> names = new ArrayList<>();
    private final BitSet columnsInRow = new BitSet();
    private boolean isInRow;
    private long rows;

    private JsonWriter(Path file, JsonFactory factory, String end) throws IOException {
        this.file = new AtomicFile(file);
        this.out = factory.createGenerator(this.file.open(), JsonEncoding.UTF8);
        this.end = end;
    }

    /** Creates a writer of JSON Lines. */
    static JsonWriter lines(Path file) throws IOException {
        return new JsonWriter(file, LINES, "\n");
    }

    /** Creates a writer of an array of objects. */
    static JsonWriter array(Path file) throws IOException {
        JsonWriter writer = new JsonWriter(file, ELEMENTS, "\n]\n");
        try {
            writer.write(json -> json.writeRaw("[\n"));
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private static JsonFactory separatedBy(String separator) {
        return new JsonFactoryBuilder()
                .rootValueSeparator(separator)
                .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS) // as Python does
                .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER) // writes the same digits as NumberColumn.text
                .build();
    }

    @Override
    public int column(String name) {
        int known = names.indexOf(name);
        if (known >= 0) {
            return known;
        }
        names.add(name);
        return names.size() - 1;
    }

    @Override
    public void text(int column, String value) throws DatasetException {
        set(column, json -> json.writeString(value));
    }

    @Override
    public void integer(int column, long value) throws DatasetException {
        set(column, json -> json.writeNumber(value));
    }

    @Override
    public void number(int column, double value) throws DatasetException {
        set(column, json -> json.writeNumber(value));
    }

    @Override
    public void flag(int column, boolean value) throws DatasetException {
        set(column, json -> json.writeBoolean(value));
    }

    @Override
    public void integers(int column, int[] values, int from, int count) throws DatasetException {
        set(column, json -> json.writeArray(values, from, count));
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        set(column, json -> json.writeRawValue(value));
    }

    @Override
    public void endRow() throws DatasetException {
        write(json -> {
            startRow(json);
            json.writeEndObject();
        });
        isInRow = false;
        columnsInRow.clear();
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public void finish() throws IOException {
        write(json -> {
            json.writeRaw(end);
            json.close();
            file.finish();
        });
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } finally {
            file.close();
        }
    }

    private void set(int column, Value value) throws DatasetException {
        if (columnsInRow.get(column)) {
            throw new DatasetException("column \"" + names.get(column) + "\" has two values in one row");
        }
        columnsInRow.set(column);
        write(json -> {
            startRow(json);
            json.writeFieldName(names.get(column));
            value.write(json);
        });
    }

    private void startRow(JsonGenerator json) throws IOException {
        if (!isInRow) {
            isInRow = true;
            json.writeStartObject();
        }
    }

    private void write(Value value) throws DatasetException {
        try {
            value.write(out);
        } catch (IOException e) {
            throw file.writeFailure(e);
        }
    }
}
