// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;

/** JSON: an array of objects, each a row, or an object of columns, each an array or, as pandas writes them, an object of numbered rows. */
public final class JsonFormat implements DatasetFormat {

    private static final int ARRAY = 90;
    private static final int OBJECT = 70;
    private static final int NAMED = 20;
    private static final int NONE = -1;

    /** For {@link java.util.ServiceLoader}. */
    public JsonFormat() {}

    @Override
    public String name() {
        return "json";
    }

    @Override
    public int likelihood(FileStart start) {
        return switch (firstSign(start, 0)) {
            case '[' -> ARRAY;
            case '{' -> OBJECT;
            default -> start.isNamed(".json") && start.bytes().length > 0 ? NAMED : 0;
        };
    }

    /** The first character from a position on that is no space; also behind a byte order mark. */
    static int firstSign(FileStart start, int from) {
        byte[] bytes = start.bytes();
        int at = from == 0 && start.beginsWith((byte) 0xef, (byte) 0xbb, (byte) 0xbf) ? 3 : from;
        while (at < bytes.length && bytes[at] <= ' ' && bytes[at] >= 0) {
            at++;
        }
        return at < bytes.length ? bytes[at] : NONE;
    }

    /** The last character before a position that is no space. */
    static int lastSign(FileStart start, int before) {
        int at = before - 1;
        while (at >= 0 && start.bytes()[at] <= ' ' && start.bytes()[at] >= 0) {
            at--;
        }
        return at >= 0 ? start.bytes()[at] : NONE;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        boolean lines = false;
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            JsonToken first = in.nextToken();
            if (first == JsonToken.START_ARRAY) {
                readRows(in, rows);
                requireEnd(in);
            } else if (first == JsonToken.START_OBJECT) {
                lines = !JsonColumns.read(in, rows);
            } else {
                throw DatasetException.of("a data set in JSON begins with [ or {");
            }
        } catch (JsonProcessingException e) {
            throw refused(e);
        }
        if (lines) {
            new JsonlFormat().read(source, rows);
        }
    }

    private static void readRows(JsonParser in, RowSink rows) throws IOException {
        JsonValues values = new JsonValues(in, rows);
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                throw DatasetException.at(place(in.currentTokenLocation()), "the rows of a JSON array are objects {…}");
            }
            values.row();
        }
    }

    private static void requireEnd(JsonParser in) throws IOException {
        if (in.nextToken() != null) {
            throw DatasetException.at(
                    place(in.currentTokenLocation()), "something follows behind the end of the array");
        }
    }

    static String place(JsonLocation location) {
        return "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /** What a parser objects to, in one sentence. */
    static DatasetException refused(JsonProcessingException e) {
        String place = e.getLocation() == null ? "JSON" : place(e.getLocation());
        if (e instanceof JsonEOFException) {
            return DatasetException.at(place, "the file ends in the middle of its content");
        }
        String message = e.getOriginalMessage();
        return DatasetException.at(
                place, "this is not JSON: " + message.lines().findFirst().orElse(""));
    }
}
