// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.chattemplate.Refusal;
import io.loadharness.chattemplate.Template;
import io.loadharness.chattemplate.TemplateException;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The template that makes a prompt of a chat, and the special tokens that it knows by name. */
final class ChatTemplate {

    private final ModelConfig.Found found;
    private final Map<String, Object> constants;
    private volatile @Nullable Template parsed;

    private ChatTemplate(ModelConfig.Found found, Map<String, Object> constants) {
        this.found = found;
        this.constants = constants;
    }

    /** The one of a model; empty if it has none. Whether it is understood, only {@link #render} asks: others count tokens without it. */
    static Optional<ChatTemplate> in(Path folder) {
        ModelConfig config = ModelConfig.in(folder);
        return config.template().map(each -> new ChatTemplate(each, config.specialTokens()));
    }

    /**
     * The prompt, up to where the answer begins.
     *
     * @throws IllegalArgumentException if the template is not understood, does not take the messages, or comes to an error; says why
     */
    String render(List<ChatMessage> messages) {
        Map<String, @Nullable Object> variables = new HashMap<>(constants);
        variables.put("messages", messages.stream().map(ChatTemplate::fields).toList());
        variables.put("add_generation_prompt", true);
        variables.put("tools", null);
        variables.put("documents", null);
        try {
            return template().render(variables, LocalDateTime.now(ZoneId.systemDefault()));
        } catch (Refusal e) {
            throw new IllegalArgumentException(
                    "the chat template in " + found.file() + " refuses the chat: " + e.getMessage(), e);
        } catch (TemplateException e) {
            throw new IllegalArgumentException(
                    "the chat template in " + found.file() + " is not understood, " + e.getMessage(), e);
        }
    }

    /** Returns the fields of a message in the order in which files have them, which templates show. */
    private static Map<String, @Nullable Object> fields(ChatMessage message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        fields.put("content", content(message));
        fields.putAll(message.fields());
        return fields;
    }

    /** As {@code transformers} gives it to templates: the text, a list of parts of which the template names the images, or None. */
    private static @Nullable Object content(ChatMessage message) {
        if (message.parts().isEmpty()) {
            return null;
        }
        return message.isText()
                ? message.content()
                : message.parts().stream().map(ChatTemplate::part).toList();
    }

    private static Map<String, Object> part(ContentPart part) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", part instanceof ContentPart.Text ? "text" : "image");
        if (part instanceof ContentPart.Text text) {
            fields.put("text", text.text());
        }
        return fields;
    }

    private Template template() {
        Template known = parsed;
        if (known == null) {
            known = Template.parse(found.source());
            parsed = known;
        }
        return known;
    }
}
