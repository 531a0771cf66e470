// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON object in a file as maps, lists, strings, numbers, booleans and null. */
final class JsonReader {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Reads a JSON object from a parser. The current token is the start of the object. */
    @FunctionalInterface
    interface Reader<T> {

        /** Reads the object up to and including its end. */
        T read(JsonParser parser) throws IOException;
    }

    private JsonReader() {}

    /** Reads the JSON object in the text of a file. Only error messages use {@code file}. */
    static Map<String, Object> object(Path file, String text) {
        return read(file, text, JsonReader::map);
    }

    /**
     * Reads the JSON object in the text of a file with a reader. Only error messages use {@code file}.
     *
     * @throws IllegalArgumentException if the text is not exactly one JSON object; the message names the file and, for a syntax error, the
     *     position
     */
    static <T> T read(Path file, String text, Reader<T> reader) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException(file + " is not a JSON object");
            }
            T read = reader.read(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException(file + " contains more than one JSON object");
            }
            return read;
        } catch (JsonEOFException e) {
            throw new IllegalArgumentException(file + " is truncated: download it again", e);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new IllegalArgumentException(file + " is not JSON" + where + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> map(JsonParser parser) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, value(parser));
        }
        return map;
    }

    /** Reads an array. The current token is the start of the array. */
    static List<Object> list(JsonParser parser) throws IOException {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }

    /** Reads a value. The current token is its first token. */
    static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }
}
