// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.chattemplate.RaisedTemplateException;
import io.loadharness.chattemplate.Template;
import io.loadharness.chattemplate.TemplateException;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ChatOptions;
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

/** A model's chat template and its special tokens. It renders a chat as {@code apply_chat_template} of {@code transformers} does. */
final class ChatTemplate {

    /** The names of the field with the reasoning of a message, in order of precedence. */
    private static final List<String> REASONING = List.of("reasoning_content", "thinking", "reasoning");

    private final Source main;
    private final Optional<Source> withTools;
    private final Map<String, Object> constants;

    /** A template that is parsed when it is used. */
    private static final class Source {

        private final ModelConfig.Found found;
        private volatile @Nullable Template parsed;

        Source(ModelConfig.Found found) {
            this.found = found;
        }

        Template template() {
            Template known = parsed;
            if (known == null) {
                known = Template.parse(found.source());
                parsed = known;
            }
            return known;
        }
    }

    private ChatTemplate(ModelConfig.Found main, Optional<ModelConfig.Found> withTools, Map<String, Object> constants) {
        this.main = new Source(main);
        this.withTools = withTools.map(Source::new);
        this.constants = constants;
    }

    /**
     * Finds the chat template of a model in its folder; empty if the model has none. Does not parse the template: {@link #render} parses
     * it. Tokens can therefore be counted even if the template is invalid.
     */
    static Optional<ChatTemplate> in(Path folder) {
        ModelConfig config = ModelConfig.in(folder);
        return config.template().map(each -> new ChatTemplate(each, config.toolTemplate(), config.specialTokens()));
    }

    /**
     * Reads a chat template from a file.
     *
     * @param model the folder of the model, whose special tokens the template can use; empty if there is none
     */
    static ChatTemplate of(Path file, Optional<Path> model) {
        return new ChatTemplate(
                new ModelConfig.Found(file, TextFile.read(file)),
                Optional.empty(),
                model.map(ModelConfig::in).map(ModelConfig::specialTokens).orElse(Map.of()));
    }

    /**
     * Returns the prompt for a chat.
     *
     * @throws IllegalArgumentException if the chat has no messages, or if the template cannot be parsed, rejects the messages, or fails;
     *     the message gives the reason
     */
    String render(List<ChatMessage> messages, ChatOptions options) {
        return render(messages, options, LocalDateTime.now(ZoneId.systemDefault()));
    }

    String render(List<ChatMessage> messages, ChatOptions options, LocalDateTime now) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a chat must have at least one message");
        }
        Map<String, @Nullable Object> variables = new HashMap<>(constants);
        variables.putAll(options.variables());
        variables.put("messages", messages.stream().map(ChatTemplate::fields).toList());
        variables.put("add_generation_prompt", options.addGenerationPrompt());
        variables.put("tools", options.tools().isEmpty() ? null : options.tools());
        variables.put("documents", options.documents().isEmpty() ? null : options.documents());
        Source source = options.tools().isEmpty() ? main : withTools.orElse(main);
        try {
            return source.template().render(variables, now);
        } catch (RaisedTemplateException e) {
            throw new IllegalArgumentException(
                    "the chat template in " + source.found.file() + " rejects the chat: " + e.getMessage(), e);
        } catch (TemplateException e) {
            throw new IllegalArgumentException(
                    "the chat template in " + source.found.file() + " has an error: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the fields of a message for the template: role, content, and then the other fields in their order in the data set, because
     * templates can output them in order. Fields that are null are left out, as {@code transformers} does.
     */
    private static Map<String, Object> fields(ChatMessage message) {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("role", message.role());
        if (!message.parts().isEmpty()) {
            given.put("content", content(message));
        }
        message.fields().forEach((name, value) -> {
            if (value != null) {
                given.put(name, value);
            }
        });
        Optional<Object> reasoning =
                REASONING.stream().filter(given::containsKey).findFirst().map(given::get);
        if (reasoning.isEmpty()) {
            return given;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("thinking", reasoning.get());
        fields.putAll(given);
        fields.put("reasoning_content", reasoning.get());
        return fields;
    }

    /** Returns the content as {@code transformers} passes it to templates: a string, or a list of parts without the data of images. */
    private static Object content(ChatMessage message) {
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
}
