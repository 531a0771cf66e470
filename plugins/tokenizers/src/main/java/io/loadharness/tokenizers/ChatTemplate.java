// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.chattemplate.RaisedTemplateException;
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

/** A model's chat template and its special tokens. It renders a chat as a prompt. */
final class ChatTemplate {

    private final ModelConfig.Found found;
    private final Map<String, Object> constants;
    private volatile @Nullable Template parsed;

    private ChatTemplate(ModelConfig.Found found, Map<String, Object> constants) {
        this.found = found;
        this.constants = constants;
    }

    /**
     * Finds the chat template of a model in its folder; empty if the model has none. Does not parse the template: {@link #render} does, so
     * that an invalid template does not prevent counting tokens.
     */
    static Optional<ChatTemplate> in(Path folder) {
        ModelConfig config = ModelConfig.in(folder);
        return config.template().map(each -> new ChatTemplate(each, config.specialTokens()));
    }

    /**
     * Returns the prompt for a chat, up to the start of the assistant's completion.
     *
     * @throws IllegalArgumentException if the template cannot be parsed, rejects the messages, or fails; the message contains the reason
     */
    String render(List<ChatMessage> messages) {
        Map<String, @Nullable Object> variables = new HashMap<>(constants);
        variables.put("messages", messages.stream().map(ChatTemplate::fields).toList());
        variables.put("add_generation_prompt", true);
        variables.put("tools", null);
        variables.put("documents", null);
        try {
            return template().render(variables, LocalDateTime.now(ZoneId.systemDefault()));
        } catch (RaisedTemplateException e) {
            throw new IllegalArgumentException(
                    "the chat template in " + found.file() + " rejects the chat: " + e.getMessage(), e);
        } catch (TemplateException e) {
            throw new IllegalArgumentException(
                    "the chat template in " + found.file() + " has an error: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the fields of a message for the template: role, content, and then the other fields in their order in the data set, because
     * templates can output them in order.
     */
    private static Map<String, @Nullable Object> fields(ChatMessage message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        fields.put("content", content(message));
        fields.putAll(message.fields());
        return fields;
    }

    /**
     * Returns the content as {@code transformers} passes it to templates: a text, a list of parts without the data of images, or null for
     * None.
     */
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
