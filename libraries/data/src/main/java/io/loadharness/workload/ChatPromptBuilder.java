// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.ArrayList;
import java.util.List;

/** Builds prompts of chat messages. Consecutive parts of the same role form one message. */
final class ChatPromptBuilder implements PromptBuilder {

    private record Message(PromptBuilder.Role role, StringBuilder text, List<String> images) {}

    private final CachedTextGenerator generator;
    private final RowSink rows;
    private final int column;
    private final List<Message> messages = new ArrayList<>();

    ChatPromptBuilder(TextGenerator generator, RowSink rows) {
        this.generator = new CachedTextGenerator(generator);
        this.rows = rows;
        column = rows.column("input");
    }

    @Override
    public void clear() {
        messages.clear();
    }

    @Override
    public void add(PromptBuilder.Role role, int tokens, long stream) throws DatasetException {
        if (tokens > 0) {
            StringBuilder text = message(role).text();
            text.append(generator.continuation(text, role, tokens, stream));
        }
    }

    @Override
    public void addImage(ImageSize size, long stream) {
        message(PromptBuilder.Role.USER).images().add(size.image(stream).dataUrl());
    }

    @Override
    public void writeColumns() throws DatasetException {
        StringBuilder json = new StringBuilder("[");
        for (Message each : messages) {
            json.append(json.length() == 1 ? "" : ",")
                    .append("{\"role\":\"")
                    .append(each.role().jsonName());
            json.append("\",\"content\":");
            appendContent(json, each);
            json.append('}');
        }
        rows.json(column, json.append(']').toString());
    }

    private Message message(PromptBuilder.Role role) {
        Message last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        if (last != null && last.role() == role) {
            return last;
        }
        Message next = new Message(role, new StringBuilder(), new ArrayList<>());
        messages.add(next);
        return next;
    }

    private static void appendContent(StringBuilder json, Message message) {
        if (message.images().isEmpty()) {
            appendText(json, message.text());
            return;
        }
        json.append('[');
        for (String url : message.images()) {
            json.append("{\"type\":\"image_url\",\"image_url\":{\"url\":\"")
                    .append(url)
                    .append("\"}},");
        }
        json.append("{\"type\":\"text\",\"text\":");
        appendText(json, message.text());
        json.append("}]");
    }

    /** Appends a JSON string. */
    static void appendText(StringBuilder json, CharSequence text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < ' ') {
                json.append(String.format("\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }
}
