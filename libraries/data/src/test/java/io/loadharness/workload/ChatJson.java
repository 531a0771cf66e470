// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Parses chat messages. */
final class ChatJson {

    /** One message; images are their URLs. */
    record Message(String role, String text, List<String> images) {}

    private static final JsonFactory FACTORY = new JsonFactory();

    private ChatJson() {}

    static List<Message> messages(String json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            List<Message> messages = new ArrayList<>();
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new AssertionError("not an array: " + json);
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                messages.add(message(parser));
            }
            if (parser.nextToken() != null) {
                throw new AssertionError("more than an array");
            }
            return messages;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Message message(JsonParser parser) throws IOException {
        String role = null;
        StringBuilder text = new StringBuilder();
        List<String> images = new ArrayList<>();
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.VALUE_STRING) {
                String name = parser.currentName();
                if (name.equals("role")) {
                    role = parser.getText();
                } else if (name.equals("url")) {
                    images.add(parser.getText());
                } else if (!name.equals("type")) {
                    text.append(parser.getText());
                }
            }
        }
        return new Message(role, text.toString(), images);
    }
}
