package io.loadharness.inference;

import java.util.Objects;

/**
 * One message of a chat.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant} or what else the model knows
 * @param content what is said
 */
public record ChatMessage(String role, String content) {

    public ChatMessage {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(content, "content");
    }
}
