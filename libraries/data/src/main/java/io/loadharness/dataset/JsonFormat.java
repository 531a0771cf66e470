// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * The format {@code json}: an array of objects, one for each row, or an object whose keys are the names of columns. The value of such a key
 * is an array or, as in pandas, an object with one label for each row. The reader also accepts the other formats of
 * {@code DataFrame.to_json}, see {@link PandasJson}. The writer writes an array of objects.
 */
public final class JsonFormat implements DatasetFormat, WritableFormat {

    private static final int ARRAY = 90;
    private static final int OBJECT = 70;
    private static final int NAMED = 20;
    private static final int NONE = -1;

    /** Called by {@link java.util.ServiceLoader}. */
    public JsonFormat() {}

    @Override
    public String name() {
        return "json";
    }

    @Override
    public int likelihood(FileStart start) {
        return switch (firstNonBlank(start, 0)) {
            case '[' -> ARRAY;
            case '{' -> OBJECT;
            default -> start.isNamed(".json") && start.bytes().length > 0 ? NAMED : 0;
        };
    }

    /** Returns the first non-blank character at or after a position. If the position is 0, skips a byte order mark. */
    static int firstNonBlank(FileStart start, int from) {
        byte[] bytes = start.bytes();
        int at = from == 0 && start.beginsWith((byte) 0xef, (byte) 0xbb, (byte) 0xbf) ? 3 : from;
        while (at < bytes.length && bytes[at] <= ' ' && bytes[at] >= 0) {
            at++;
        }
        return at < bytes.length ? bytes[at] : NONE;
    }

    /** Returns the last non-blank character before a position. */
    static int lastNonBlank(FileStart start, int before) {
        int at = before - 1;
        while (at >= 0 && start.bytes()[at] <= ' ' && start.bytes()[at] >= 0) {
            at--;
        }
        return at >= 0 ? start.bytes()[at] : NONE;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        boolean isJsonLines = false;
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            JsonToken first = in.nextToken();
            if (first == JsonToken.START_ARRAY) {
                if (in.nextToken() == JsonToken.START_ARRAY) {
                    PandasJson.values(in, rows);
                } else {
                    readRows(in, rows);
                }
                requireEnd(in);
            } else if (first == JsonToken.START_OBJECT) {
                isJsonLines = !PandasTable.read(source, rows) && !JsonColumns.read(in, rows);
            } else {
                throw DatasetException.of("a JSON data set must start with [ or {");
            }
        } catch (JsonProcessingException e) {
            throw syntaxError(e);
        }
        if (isJsonLines && !readNamedIndex(source, rows)) {
            new JsonlFormat().read(source, rows);
        }
    }

    @Override
    public DatasetWriter create(Path file) throws IOException {
        return JsonWriter.array(file);
    }

    /** Reads a table whose rows are labeled by names. If the file is not such a table, writes nothing and returns false. */
    private static boolean readNamedIndex(DatasetSource source, RowSink rows) throws IOException {
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            Dataset table = PandasJson.namedIndex(in);
            if (table != null) {
                table.write(rows);
            }
            return table != null;
        } catch (JsonProcessingException e) {
            return false; // reading the file as JSON Lines reports the error
        }
    }

    private static void readRows(JsonParser in, RowSink rows) throws IOException {
        JsonValues values = new JsonValues(in, rows);
        for (; in.currentToken() != JsonToken.END_ARRAY; in.nextToken()) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                throw DatasetException.at(
                        position(in.currentTokenLocation()), "the rows of a JSON array must be objects {…}");
            }
            values.row();
        }
    }

    private static void requireEnd(JsonParser in) throws IOException {
        if (in.nextToken() != null) {
            throw DatasetException.at(
                    position(in.currentTokenLocation()), "unexpected content after the end of the array");
        }
    }

    static String position(JsonLocation location) {
        return "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /** Returns an exception for a syntax error, with a message of one line. */
    static DatasetException syntaxError(JsonProcessingException e) {
        String position = e.getLocation() == null ? "JSON" : position(e.getLocation());
        if (e instanceof JsonEOFException) {
            return DatasetException.at(position, "the file is truncated: the JSON is incomplete");
        }
        String message = e.getOriginalMessage();
        if (e instanceof StreamConstraintsException) {
            String text = "the JSON is too large: " + message.replaceAll(", from `[^`]*`", "");
            return e.getLocation() == null ? new DatasetException(text) : DatasetException.at(position, text);
        }
        return DatasetException.at(
                position, "invalid JSON: " + message.lines().findFirst().orElse(""));
    }
}
