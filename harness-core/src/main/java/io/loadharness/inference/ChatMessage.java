package io.loadharness.inference;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One message of a chat.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant} or what else the model knows
 * @param parts what is said and shown, in this order; at least one
 */
public record ChatMessage(String role, List<ContentPart> parts) {

    public ChatMessage {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a message has no parts");
        }
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

    /** Whether it is one text and nothing else. */
    public boolean isText() {
        return parts.size() == 1 && parts.get(0) instanceof ContentPart.Text;
    }

    /** How long it is, in characters of text. */
    int length() {
        return parts.stream().mapToInt(ContentPart::length).sum();
    }
}
