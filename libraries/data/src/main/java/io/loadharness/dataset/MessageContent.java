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

/** What a chat message says: a text, or parts of {@code text} and {@code image_url} as OpenAI's API has them. */
final class MessageContent {

    private static final String TEXT = "text";
    private static final String IMAGE = "image_url";
    private static final List<String> TYPES = List.of(TEXT, IMAGE);

    private final JsonParser in;
    private final String place;

    private MessageContent(JsonParser in, String place) {
        this.in = in;
        this.place = place;
    }

    /**
     * Reads the value that a parser stands at.
     *
     * @throws IllegalArgumentException if it is something else; says where
     */
    static List<ContentPart> read(JsonParser in, String field, int message) throws IOException {
        String place = "the " + field + " of message " + message;
        if (in.currentToken() == JsonToken.VALUE_STRING) {
            return List.of(new ContentPart.Text(in.getText()));
        }
        if (in.currentToken() != JsonToken.START_ARRAY) {
            throw new IllegalArgumentException(place + " is neither a text nor a list of parts");
        }
        List<ContentPart> parts = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            parts.add(new MessageContent(in, "part " + (parts.size() + 1) + " of " + place).part());
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(place + " has no parts");
        }
        return parts;
    }

    private ContentPart part() throws IOException {
        require(in.currentToken() == JsonToken.START_OBJECT, " is not an object {type, …}");
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
            throw refused(" has no type");
        }
        if (!TYPES.contains(type)) {
            throw refused(" is of type \"" + type + "\"; the nearest is " + Suggestions.nearest(type, TYPES)
                    + ", and there are " + String.join(", ", TYPES));
        }
        ContentPart part = type.equals(TEXT) ? (text == null ? null : new ContentPart.Text(text)) : image;
        if (part == null) {
            throw refused(" is of type " + type + " and has no " + type);
        }
        return part;
    }

    /** The address alone, or an object with it. */
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
            throw refused(" has no url");
        }
        try {
            return new ContentPart.Image(url, Optional.ofNullable(detail));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
    }

    private String text(String field) throws IOException {
        require(in.currentToken() == JsonToken.VALUE_STRING, " has a " + field + " that is not a text");
        return in.getText();
    }

    private void require(boolean condition, String what) {
        if (!condition) {
            throw refused(what);
        }
    }

    private IllegalArgumentException refused(String what) {
        return new IllegalArgumentException(place + what);
    }
}
