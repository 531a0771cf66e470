// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, strings, numbers, booleans and null. */
final class FrameJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private FrameJson() {}

    static byte[] bytes(Map<String, ?> object) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            write(json, object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                json.writeFieldName(String.valueOf(each.getKey()));
                write(json, each.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            for (Object each : list) {
                write(json, each);
            }
            json.writeEndArray();
        } else if (value == null || value instanceof Boolean || value instanceof Number) {
            json.writePOJO(value);
        } else {
            json.writeString(String.valueOf(value));
        }
    }

    /**
     * Parses an object.
     *
     * @throws ProtocolException if the text is not a JSON object
     */
    static Map<String, @Nullable Object> object(byte[] text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            if (value(json) instanceof Map<?, ?> map && json.nextToken() == null) {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                map.forEach((key, each) -> object.put((String) key, each));
                return object;
            }
        } catch (IOException e) {
            throw new ProtocolException("sent a frame whose text is not JSON: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        throw new ProtocolException("sent a frame whose text is not one JSON object");
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw new IOException("the text is empty");
        }
        return switch (token) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    object.put(name, value(json));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                yield list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> json.getText();
        };
    }

    /** Returns a field as text; empty if it is missing. */
    static String text(Map<String, ?> object, String field) {
        Object value = object.get(field);
        return value == null ? "" : String.valueOf(value);
    }
}
