// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** JSON Lines: one object per line. */
public final class JsonlFormat implements DatasetFormat, WritableFormat {

    private static final int TWO_OBJECTS = 90;
    private static final int NAMED = 80;

    /** Called by {@link java.util.ServiceLoader}. */
    public JsonlFormat() {}

    @Override
    public String name() {
        return "jsonl";
    }

    @Override
    public int likelihood(FileStart start) {
        if (JsonFormat.firstNonBlank(start, 0) != '{') {
            return 0;
        }
        if (start.isNamed(".jsonl") || start.isNamed(".ndjson")) {
            return NAMED;
        }
        return isSecondLineObject(start) ? TWO_OBJECTS : 0;
    }

    private static boolean isSecondLineObject(FileStart start) {
        for (int at = 1; at < start.bytes().length; at++) {
            if (start.bytes()[at] == '\n') {
                return JsonFormat.lastNonBlank(start, at) == '}' && JsonFormat.firstNonBlank(start, at) == '{';
            }
        }
        return false;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            readRows(in, rows);
        }
    }

    @Override
    public DatasetWriter create(Path file) throws IOException {
        return JsonWriter.lines(file);
    }

    private static void readRows(JsonParser in, RowSink rows) throws IOException {
        JsonValues values = new JsonValues(in, rows);
        try {
            for (JsonToken next = in.nextToken(); next != null; next = in.nextToken()) {
                if (next != JsonToken.START_OBJECT) {
                    throw DatasetException.at(
                            JsonFormat.position(in.currentTokenLocation()), "each line must be an object {…}");
                }
                values.row();
            }
        } catch (JsonProcessingException e) {
            throw JsonFormat.syntaxError(e);
        }
    }
}
