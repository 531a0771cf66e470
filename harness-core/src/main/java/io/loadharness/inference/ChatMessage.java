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
 * One message of a chat. Immutable.
 *
 * <pre>{@code
 * Prompt prompt = Prompt.of(List.of(new ChatMessage("system", "Be brief."), new ChatMessage("user", "What is 2 + 2?")));
 * }</pre>
 *
 * @param role the role of the author: {@code system}, {@code user}, {@code assistant} or another role of the model
 * @param parts the parts with text and images, in order; may be empty only if the message has other fields. Such a message is sent with the
 *     content {@code null}
 * @param isText true if the content is a string, false if it is a list of parts; servers and chat templates can treat a list with one text
 *     differently from a string
 * @param fields the other fields of the message in order, such as {@code tool_calls}, {@code tool_call_id} and {@code name}; the values are
 *     strings, numbers, booleans, lists, maps and null, and are passed to servers and chat templates unchanged
 */
public record ChatMessage(String role, List<ContentPart> parts, boolean isText, Map<String, @Nullable Object> fields) {

    public ChatMessage {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        if (parts.isEmpty() && fields.isEmpty()) {
            throw new IllegalArgumentException("a message must have at least one part or another field");
        }
        if (fields.containsKey("role") || fields.containsKey("content")) {
            throw new IllegalArgumentException("the fields of a message must not contain 'role' or 'content'");
        }
        if (isText && !isOneText(parts)) {
            throw new IllegalArgumentException("a message whose content is a string must have exactly one text part");
        }
    }

    /** Creates a message. The content is a string if the message consists of one text. Otherwise, the content is a list. */
    public ChatMessage(String role, List<ContentPart> parts, Map<String, @Nullable Object> fields) {
        this(role, parts, isOneText(parts), fields);
    }

    /** Creates a message without other fields. */
    public ChatMessage(String role, List<ContentPart> parts) {
        this(role, parts, Map.of());
    }

    /** Creates a message that consists of one text. */
    public ChatMessage(String role, String content) {
        this(role, List.of(new ContentPart.Text(content)));
    }

    /** Returns the text of all parts, without images. */
    public String content() {
        return parts.size() == 1 && parts.get(0) instanceof ContentPart.Text text
                ? text.text()
                : parts.stream()
                        .filter(ContentPart.Text.class::isInstance)
                        .map(each -> ((ContentPart.Text) each).text())
                        .collect(Collectors.joining());
    }

    /** Returns a copy of the message with other parts. */
    public ChatMessage withParts(List<ContentPart> others) {
        return new ChatMessage(role, others, fields);
    }

    private static boolean isOneText(List<ContentPart> parts) {
        return parts.size() == 1 && parts.get(0) instanceof ContentPart.Text;
    }

    /** Returns the number of characters of all text parts. */
    int length() {
        return parts.stream().mapToInt(ContentPart::length).sum();
    }
}
