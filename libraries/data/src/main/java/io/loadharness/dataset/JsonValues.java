// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the values of JSON objects to a sink. Not thread-safe. */
final class JsonValues {

    private static final int MAX_TEXT_LENGTH = 1 << 29;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // Python writes NaN and Infinity
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS) // NaN in a nested value is not written as a string
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_TEXT_LENGTH)
                    .build())
            .build();

    private final JsonParser in;
    private final RowSink rows;
    private final Map<String, Integer> columns = new HashMap<>();
    private int[] scratch = new int[1 << 10];

    JsonValues(JsonParser in, RowSink rows) {
        this.in = in;
        this.rows = rows;
    }

    static JsonParser parser(InputStream from) throws IOException {
        return JSON.createParser(from);
    }

    static JsonParser parser(String json) throws IOException {
        return JSON.createParser(json);
    }

    /** Reads JSON from a parser. */
    @FunctionalInterface
    interface Reader<T> {
        T read(JsonParser in) throws IOException;
    }

    /**
     * Passes a JSON text to a reader.
     *
     * @throws IllegalArgumentException with {@code message} if the text is not valid JSON
     */
    static <T> T read(String json, String message, Reader<T> reader) {
        try (JsonParser in = JSON.createParser(json)) {
            return reader.read(in);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(message, e);
        } catch (IOException e) {
            throw new IllegalStateException("a string could not be read from memory", e);
        }
    }

    /**
     * Returns the objects of a JSON list.
     *
     * @throws IllegalArgumentException if the text is not a list of objects
     */
    static List<Map<String, @Nullable Object>> objects(String json) {
        return read(json, "must be a list of objects, but is not valid JSON", in -> {
            List<Map<String, @Nullable Object>> objects = new ArrayList<>();
            boolean isList = in.nextToken() == JsonToken.START_ARRAY;
            while (isList && in.nextToken() == JsonToken.START_OBJECT) {
                objects.add(object(in, true));
            }
            if (!isList || in.currentToken() != JsonToken.END_ARRAY) {
                throw new IllegalArgumentException("must be a list of objects");
            }
            return objects;
        });
    }

    private static Map<String, @Nullable Object> object(JsonParser in, boolean isSent) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            in.nextToken();
            map.put(field, any(in, isSent));
        }
        return map;
    }

    /** Returns the current value of a parser: a string, a number, a boolean, null, or a list or map of such values. */
    static @Nullable Object any(JsonParser in) throws IOException {
        return any(in, false);
    }

    /**
     * Returns the current value of a parser, as {@link #any} does, for a request to a server.
     *
     * @throws IllegalArgumentException if the value contains a number that JSON does not support, such as NaN
     */
    static @Nullable Object sent(JsonParser in) throws IOException {
        return any(in, true);
    }

    private static @Nullable Object any(JsonParser in, boolean isSent) throws IOException {
        return switch (in.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
            case VALUE_NUMBER_INT -> in.getNumberValue();
            case VALUE_NUMBER_FLOAT -> isSent ? finite(in) : in.getDoubleValue();
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    list.add(any(in, isSent));
                }
                yield list;
            }
            case START_OBJECT -> object(in, isSent);
            default -> in.getText();
        };
    }

    /** Reads an object as a row. The caller has already read the opening brace. */
    void row() throws IOException {
        in.nextToken();
        fields(Set.of());
    }

    /**
     * Reads the fields of an object as a row. The current token is the name of the first field, or the end of the object.
     *
     * @param dropped the names of the fields that are not written
     */
    void fields(Set<String> dropped) throws IOException {
        for (; in.currentToken() == JsonToken.FIELD_NAME; in.nextToken()) {
            String name = in.currentName();
            in.nextToken();
            if (dropped.contains(name)) {
                in.skipChildren();
            } else {
                value(columns.computeIfAbsent(name, rows::column));
            }
        }
        rows.endRow();
    }

    /**
     * Returns the current number. Rejects NaN and infinite numbers, which Python writes but JSON does not support: a server would reject
     * the whole request.
     */
    private static double finite(JsonParser in) throws IOException {
        double number = in.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("contains the number " + in.getText()
                    + ", which requests in JSON cannot contain: replace it by a number or by null");
        }
        return number;
    }

    /** Writes the current value of the parser to the sink. */
    void value(int column) throws IOException {
        switch (in.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_STRING -> rows.text(column, in.getText());
            case VALUE_TRUE, VALUE_FALSE -> rows.flag(column, in.getBooleanValue());
            case VALUE_NUMBER_FLOAT -> rows.number(column, in.getDoubleValue());
            case VALUE_NUMBER_INT -> integer(column);
            case START_ARRAY -> array(column);
            case START_OBJECT -> rows.json(column, object());
            default -> throw new DatasetException("a value is missing");
        }
    }

    private void integer(int column) throws IOException {
        if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new DatasetException("the integer " + in.getText() + " does not fit into 64 bits");
        }
        rows.integer(column, in.getLongValue());
    }

    /**
     * Writes an array to the sink. Reads 32-bit integers directly into an {@code int} array, because most arrays of a data set contain
     * token ids.
     */
    private void array(int column) throws IOException {
        int count = 0;
        while (in.nextToken() == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == JsonParser.NumberType.INT) {
            scratch = count < scratch.length ? scratch : Arrays.copyOf(scratch, 2 * count);
            scratch[count++] = in.getIntValue();
        }
        if (in.currentToken() == JsonToken.END_ARRAY) {
            rows.integers(column, scratch, 0, count);
        } else {
            rows.json(column, arrayFrom(count));
        }
    }

    private String object() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = JSON.createGenerator(text)) {
            copy.copyCurrentStructure(in);
        }
        return text.toString();
    }

    /**
     * Returns an array as JSON. The first {@code integers} elements are already in {@link #scratch}, and the parser is at the next element.
     */
    private String arrayFrom(int integers) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = JSON.createGenerator(text)) {
            copy.writeStartArray();
            for (int i = 0; i < integers; i++) {
                copy.writeNumber(scratch[i]);
            }
            while (in.currentToken() != JsonToken.END_ARRAY) {
                copy.copyCurrentStructure(in);
                in.nextToken();
            }
            copy.writeEndArray();
        }
        return text.toString();
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }
}
