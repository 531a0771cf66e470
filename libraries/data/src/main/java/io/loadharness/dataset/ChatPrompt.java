// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses JSON chat messages into a prompt. A message has the fields {@code role} and {@code content}, or {@code from} and {@code value} as
 * in ShareGPT. {@link MessageContent} parses the content, which may contain images. Other fields of a message with a {@code role}, such as
 * {@code tool_calls}, are kept. The content of a message that calls tools may be null. A conversation whose last message is from the
 * assistant is a recording. The prompt of a recording consists of the messages before the first assistant message.
 */
final class ChatPrompt {

    private static final String ASSISTANT = "assistant";
    private static final Map<String, String> ROLES = Map.of(
            "human", "user", "gpt", ASSISTANT, "chatgpt", ASSISTANT, "bing", ASSISTANT, "bard", ASSISTANT, "model",
            ASSISTANT);

    private ChatPrompt() {}

    /**
     * Returns the prompt of a conversation.
     *
     * @throws IllegalArgumentException if there are no messages, or if the first message of a recording is from the assistant
     */
    static Prompt of(String json) {
        List<ChatMessage> messages = messages(json);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("the list of messages is empty");
        }
        if (!isFromAssistant(messages.get(messages.size() - 1))) {
            return Prompt.of(messages);
        }
        List<ChatMessage> prompt =
                messages.stream().takeWhile(each -> !isFromAssistant(each)).toList();
        if (prompt.isEmpty()) {
            throw new IllegalArgumentException(
                    "the recorded conversation has no message before the first assistant message");
        }
        return Prompt.of(prompt);
    }

    /**
     * Returns true if a conversation has no prompt: it is empty, or its first and its last message are from the assistant.
     *
     * @throws IllegalArgumentException if the JSON is not a list of messages
     */
    static boolean lacksQuestion(String json) {
        List<ChatMessage> messages = messages(json);
        return messages.isEmpty()
                || (isFromAssistant(messages.get(0)) && isFromAssistant(messages.get(messages.size() - 1)));
    }

    private static boolean isFromAssistant(ChatMessage message) {
        return message.role().equals(ASSISTANT);
    }

    private static List<ChatMessage> messages(String json) {
        return JsonValues.read(json, "the chat messages are not valid JSON", ChatPrompt::messages);
    }

    private static List<ChatMessage> messages(JsonParser in) throws IOException {
        List<ChatMessage> messages = new ArrayList<>();
        boolean isList = in.nextToken() == JsonToken.START_ARRAY;
        while (isList && in.nextToken() == JsonToken.START_OBJECT) {
            messages.add(message(in, messages.size() + 1));
        }
        if (!isList || in.currentToken() != JsonToken.END_ARRAY) {
            throw new IllegalArgumentException("chat messages must be a list of objects {role, content}");
        }
        return messages;
    }

    private static ChatMessage message(JsonParser in, int number) throws IOException {
        String role = null;
        List<ContentPart> content = null;
        boolean isShareGpt = false;
        boolean isText = false;
        Map<String, @Nullable Object> others = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            JsonToken value = in.nextToken();
            if (field.equals("role") || field.equals("from")) {
                role = text(in, value, field, number);
                isShareGpt = field.equals("from");
            } else if (field.equals("content") && value == JsonToken.VALUE_NULL) {
                content = null;
            } else if (field.equals("content") || field.equals("value")) {
                isText = value == JsonToken.VALUE_STRING;
                content = MessageContent.read(in, field, number);
            } else {
                others.put(field, JsonValues.sent(in));
            }
        }
        boolean callsTools = others.get("tool_calls") != null || others.get("function_call") != null;
        if (role != null && content == null && callsTools) {
            return new ChatMessage(role, List.of(), others);
        }
        if (role == null || content == null) {
            throw new IllegalArgumentException("message " + number + " has no " + (role == null ? "role" : "content"));
        }
        return new ChatMessage(ROLES.getOrDefault(role, role), content, isText, isShareGpt ? Map.of() : others);
    }

    private static String text(JsonParser in, JsonToken value, String field, int number) throws IOException {
        if (value != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException("the " + field + " of message " + number + " must be a string");
        }
        return in.getText();
    }
}
