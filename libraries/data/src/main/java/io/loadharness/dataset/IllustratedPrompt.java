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
 * A prompt with the images of its row: each where {@code <image>} stands in a text, as LLaVA's sets have it, and those without such a place
 * before all that the user says.
 */
final class IllustratedPrompt {

    private static final String PLACE = "<image>";
    private static final String USER = "user";

    private final Deque<ContentPart.Image> images;
    private boolean placed;

    private IllustratedPrompt(List<ContentPart.Image> images) {
        this.images = new ArrayDeque<>(images);
    }

    /**
     * Puts images into a prompt.
     *
     * @throws IllegalArgumentException if there are not so many images as places
     */
    static Prompt of(Prompt prompt, List<ContentPart.Image> images) {
        return images.isEmpty() ? prompt : new IllustratedPrompt(images).around(messages(prompt));
    }

    private static List<ChatMessage> messages(Prompt prompt) {
        if (prompt instanceof Prompt.Chat chat) {
            return chat.messages();
        }
        return List.of(new ChatMessage(USER, ((Prompt.Text) prompt).text()));
    }

    private Prompt around(List<ChatMessage> messages) {
        int all = images.size();
        List<ChatMessage> shown =
                new ArrayList<>(messages.stream().map(this::withPlaces).toList());
        if (placed && !images.isEmpty()) {
            throw new IllegalArgumentException(
                    "has " + all + " images, and the messages have " + PLACE + " " + (all - images.size()) + " times");
        }
        if (!placed) {
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
        throw new IllegalArgumentException("has images, and no message is the user's");
    }

    private ChatMessage withPlaces(ChatMessage message) {
        if (!message.content().contains(PLACE)) {
            return message;
        }
        placed = true;
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
        for (int at = text.indexOf(PLACE); at >= 0; at = text.indexOf(PLACE, from)) {
            addText(parts, text.substring(from, at));
            if (images.isEmpty()) {
                throw new IllegalArgumentException("has fewer images than the messages have " + PLACE);
            }
            parts.add(images.remove());
            from = at + PLACE.length();
        }
        addText(parts, text.substring(from));
    }

    private static void addText(List<ContentPart> parts, String text) {
        if (!text.isBlank()) {
            parts.add(new ContentPart.Text(text.strip()));
        }
    }
}
