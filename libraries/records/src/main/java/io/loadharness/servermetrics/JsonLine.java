// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object with typed access. Access to a value of another type throws {@link ClassCastException}. */
final class JsonLine {

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<?, ?> fields;

    private JsonLine(Map<?, ?> fields) {
        this.fields = fields;
    }

    static JsonLine parse(String line) throws IOException {
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() == null) {
                throw new ClassCastException("the line is empty");
            }
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new ClassCastException("unexpected text after the object");
            }
            return new JsonLine((Map<?, ?>) value);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                object.put(name, value(parser));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> array = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(value(parser));
            }
            return array;
        }
        if (token == JsonToken.VALUE_NULL) {
            return Double.NaN;
        }
        return token.isNumeric() ? parser.getNumberValue() : parser.getText();
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    String text(String name) {
        return (String) required(name, fields.get(name));
    }

    long integer(String name) {
        return integer(required(name, fields.get(name)));
    }

    int index(String name) {
        return Math.toIntExact(integer(name));
    }

    double number(String name) {
        return number(required(name, fields.get(name)));
    }

    List<?> list(String name) {
        return (List<?>) required(name, fields.get(name));
    }

    JsonLine object(String name) {
        return new JsonLine((Map<?, ?>) required(name, fields.get(name)));
    }

    /** Returns all fields in the order of the line. */
    Map<?, ?> fields() {
        return fields;
    }

    static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    static long integer(Object value) {
        return value instanceof Integer small ? small : (Long) value;
    }

    private static Object required(String name, @Nullable Object value) {
        if (value == null) {
            throw new ClassCastException("'" + name + "' is missing");
        }
        return value;
    }
}
