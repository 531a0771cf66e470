// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts JSON to a canonical text for comparisons: no white space, sorted fields, numbers as Java writes them. */
final class CanonicalJson {

    private static final JsonFactory JSON = new JsonFactory();

    private CanonicalJson() {}

    static String of(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_ARRAY -> array(parser);
            case START_OBJECT -> object(parser);
            case VALUE_STRING -> quoted(parser.getText());
            case VALUE_NUMBER_FLOAT -> Double.toString(parser.getDoubleValue());
            default -> parser.getText();
        };
    }

    private static String array(JsonParser parser) throws IOException {
        List<String> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values.toString();
    }

    private static String object(JsonParser parser) throws IOException {
        Map<String, String> fields = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = quoted(parser.currentName());
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields.toString();
    }

    private static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
