// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A sink for ShareGPT rows that keeps the first question and answer of each conversation. Not thread-safe. */
final class ShareGptRows implements RowSink {

    /**
     * The first two messages of a conversation.
     *
     * @param question the question, not empty
     * @param answer the answer, not empty
     */
    record Conversation(String question, String answer) {}

    private static final String COLUMN = "conversations";
    private static final JsonFactory JSON = new JsonFactory();

    private final List<String> columns = new ArrayList<>();
    private final List<Conversation> conversations = new ArrayList<>();
    private Optional<Conversation> row = Optional.empty();
    private long rows;

    List<Conversation> conversations() {
        return conversations;
    }

    long skipped() {
        return rows - conversations.size();
    }

    @Override
    public int column(String name) {
        if (!columns.contains(name)) {
            columns.add(name);
        }
        return columns.indexOf(name);
    }

    @Override
    public void json(int column, String value) throws DatasetException {
        if (columns.get(column).equals(COLUMN)) {
            row = conversation(value);
        }
    }

    @Override
    public void endRow() {
        row.ifPresent(conversations::add);
        row = Optional.empty();
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    private static Optional<Conversation> conversation(String json) throws DatasetException {
        try (JsonParser in = JSON.createParser(json)) {
            List<String> messages = new ArrayList<>();
            if (in.nextToken() == JsonToken.START_ARRAY) {
                while (messages.size() < 2 && in.nextToken() == JsonToken.START_OBJECT) {
                    messages.add(value(in));
                }
            }
            return messages.size() < 2 || messages.contains("")
                    ? Optional.empty()
                    : Optional.of(new Conversation(messages.get(0), messages.get(1)));
        } catch (JsonProcessingException e) {
            throw new DatasetException("\"" + COLUMN + "\" is not a list of messages");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of a message; an empty string if the message has no text. */
    private static String value(JsonParser in) throws IOException {
        String value = "";
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            if (in.nextToken() == JsonToken.VALUE_STRING && field.equals("value")) {
                value = in.getText();
            } else {
                in.skipChildren();
            }
        }
        return value;
    }

    // ignores other columns, such as an id

    @Override
    public void text(int column, String value) {}

    @Override
    public void integer(int column, long value) {}

    @Override
    public void number(int column, double value) {}

    @Override
    public void flag(int column, boolean value) {}

    @Override
    public void integers(int column, int[] values, int from, int count) {}
}
