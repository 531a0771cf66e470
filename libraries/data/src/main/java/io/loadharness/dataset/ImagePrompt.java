// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.Prompt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Inserts the images of a row into its prompt. Images replace the placeholders {@code <image>} in the text, as in the data sets of LLaVA.
 * If the text has no placeholders, the images are placed before the content of the first user message.
 */
final class ImagePrompt {

    private static final String PLACEHOLDER = "<image>";
    private static final String USER = "user";

    private final Deque<ContentPart.Image> images;
    private boolean hasPlaceholders;

    private ImagePrompt(List<ContentPart.Image> images) {
        this.images = new ArrayDeque<>(images);
    }

    /**
     * Adds images to a prompt. Returns the prompt unchanged if there are no images.
     *
     * @throws IllegalArgumentException if the messages contain placeholders, but more or fewer than there are images; or if the messages
     *     contain neither placeholders nor a message from the user
     */
    static Prompt of(Prompt prompt, List<ContentPart.Image> images) {
        return images.isEmpty() ? prompt : new ImagePrompt(images).withImages(messages(prompt));
    }

    private static List<ChatMessage> messages(Prompt prompt) {
        if (prompt instanceof Prompt.Chat chat) {
            return chat.messages();
        }
        return List.of(new ChatMessage(USER, ((Prompt.Text) prompt).text()));
    }

    private Prompt withImages(List<ChatMessage> messages) {
        int total = images.size();
        List<ChatMessage> shown =
                new ArrayList<>(messages.stream().map(this::replacePlaceholders).toList());
        if (hasPlaceholders && !images.isEmpty()) {
            throw new IllegalArgumentException("has " + total + " images, but the messages contain the placeholder "
                    + PLACEHOLDER + " only " + (total - images.size()) + " times");
        }
        if (!hasPlaceholders) {
            int first = firstOfUser(messages);
            List<ContentPart> parts = new ArrayList<>(images);
            parts.addAll(messages.get(first).parts());
            shown.set(first, messages.get(first).withParts(parts));
        }
        return Prompt.of(shown);
    }

    private static int firstOfUser(List<ChatMessage> messages) {
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role().equals(USER)) {
                return i;
            }
        }
        throw new IllegalArgumentException("has images, but no message has the role \"user\"");
    }

    private ChatMessage replacePlaceholders(ChatMessage message) {
        if (!message.content().contains(PLACEHOLDER)) {
            return message;
        }
        hasPlaceholders = true;
        List<ContentPart> parts = new ArrayList<>();
        for (ContentPart each : message.parts()) {
            if (each instanceof ContentPart.Text text) {
                addParts(parts, text.text());
            } else {
                parts.add(each);
            }
        }
        return message.withParts(parts);
    }

    private void addParts(List<ContentPart> parts, String text) {
        int from = 0;
        for (int at = text.indexOf(PLACEHOLDER); at >= 0; at = text.indexOf(PLACEHOLDER, from)) {
            addText(parts, text.substring(from, at));
            if (images.isEmpty()) {
                throw new IllegalArgumentException(
                        "has too few images: the messages contain more placeholders " + PLACEHOLDER + " than images");
            }
            parts.add(images.remove());
            from = at + PLACEHOLDER.length();
        }
        addText(parts, text.substring(from));
    }

    private static void addText(List<ContentPart> parts, String text) {
        if (!text.isBlank()) {
            parts.add(new ContentPart.Text(text.strip()));
        }
    }
}
