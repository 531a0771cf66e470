// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One message of a chat.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant} or what else the model knows
 * @param parts what is said and shown, in this order; empty only in a message with other fields, whose content is {@code null} then
 * @param fields the other fields of the message in their order, such as {@code tool_calls}, {@code tool_call_id} and {@code name}; the
 *     values are texts, numbers, booleans, lists, maps and null, and reach servers and chat templates unchanged
 */
public record ChatMessage(String role, List<ContentPart> parts, Map<String, @Nullable Object> fields) {

    public ChatMessage {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        if (parts.isEmpty() && fields.isEmpty()) {
            throw new IllegalArgumentException("a message has no parts");
        }
        if (fields.containsKey("role") || fields.containsKey("content")) {
            throw new IllegalArgumentException("the role and the content of a message are not among its other fields");
        }
    }

    /** A message without other fields. */
    public ChatMessage(String role, List<ContentPart> parts) {
        this(role, parts, Map.of());
    }

    /** A message of text alone. */
    public ChatMessage(String role, String content) {
        this(role, List.of(new ContentPart.Text(content)));
    }

    /** What is said, without what is shown. */
    public String content() {
        return parts.size() == 1 && parts.get(0) instanceof ContentPart.Text text
                ? text.text()
                : parts.stream()
                        .filter(ContentPart.Text.class::isInstance)
                        .map(each -> ((ContentPart.Text) each).text())
                        .collect(Collectors.joining());
    }

    /** Returns the message with other parts. */
    public ChatMessage withParts(List<ContentPart> others) {
        return new ChatMessage(role, others, fields);
    }

    /** Whether it is one text and nothing else. */
    public boolean isText() {
        return parts.size() == 1 && parts.get(0) instanceof ContentPart.Text;
    }

    /** How long it is, in characters of text. */
    int length() {
        return parts.stream().mapToInt(ContentPart::length).sum();
    }
}
