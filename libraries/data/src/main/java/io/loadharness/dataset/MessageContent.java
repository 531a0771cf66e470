// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.inference.ContentPart;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses the content of a chat message: a text, or a list of parts of the types {@code text} and {@code image_url}, as in OpenAI's API. */
final class MessageContent {

    private static final String TEXT = "text";
    private static final String IMAGE = "image_url";
    private static final List<String> TYPES = List.of(TEXT, IMAGE);

    private final JsonParser in;
    private final String location;

    private MessageContent(JsonParser in, String location) {
        this.in = in;
        this.location = location;
    }

    /**
     * Reads the content of a message from the current value of a parser.
     *
     * @throws IllegalArgumentException if the value is not valid content; the exception text names the field, the number of the chat
     *     message and the part
     */
    static List<ContentPart> read(JsonParser in, String field, int message) throws IOException {
        String location = "the " + field + " of message " + message;
        if (in.currentToken() == JsonToken.VALUE_STRING) {
            return List.of(new ContentPart.Text(in.getText()));
        }
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw new IllegalArgumentException(location + " must be a string or a list of parts");
        }
        List<ContentPart> parts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            parts.add(new MessageContent(in, "part " + (parts.size() + 1) + " of " + location).part());
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(location + " has no parts");
        }
        return parts;
    }

    private ContentPart part() throws IOException {
        require(in.currentToken() == JsonToken.START_OBJECT, " must be an object {type, …}");
        String type = null;
        String text = null;
        ContentPart.Image image = null;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            in.nextToken();
            switch (field) {
                case "type" -> type = text(field);
                case TEXT -> text = text(field);
                case IMAGE -> image = image();
                default -> in.skipChildren();
            }
        }
        if (type == null) {
            throw failure(" has no type");
        }
        if (!TYPES.contains(type)) {
            throw failure(" has the unknown type \"" + type + "\"" + Suggestions.hintAndNames(type, TYPES));
        }
        ContentPart part = type.equals(TEXT) ? (text == null ? null : new ContentPart.Text(text)) : image;
        if (part == null) {
            throw failure(" has the type " + type + ", but no field \"" + type + "\"");
        }
        return part;
    }

    /** Reads an image: the URL alone, or an object with the URL. */
    private ContentPart.Image image() throws IOException {
        String url = null;
        String detail = null;
        if (in.currentToken() == JsonToken.START_OBJECT) {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String field = in.currentName();
                in.nextToken();
                switch (field) {
                    case "url" -> url = text(field);
                    case "detail" -> detail = text(field);
                    default -> in.skipChildren();
                }
            }
        } else {
            url = text(IMAGE);
        }
        if (url == null) {
            throw failure(" has an image without url");
        }
        try {
            return new ContentPart.Image(url, Optional.ofNullable(detail));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(location + ": " + e.getMessage(), e);
        }
    }

    private String text(String field) throws IOException {
        require(in.currentToken() == JsonToken.VALUE_STRING, " must have a string in the field \"" + field + "\"");
        return in.getText();
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw failure(problem);
        }
    }

    private IllegalArgumentException failure(String problem) {
        return new IllegalArgumentException(location + problem);
    }
}
