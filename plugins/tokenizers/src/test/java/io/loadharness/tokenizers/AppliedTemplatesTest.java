// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.chattemplate.RaisedTemplateException;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ChatOptions;
import io.loadharness.inference.ContentPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Compares the prompts of the conversations of {@link ConformityTest} with those of {@code apply_chat_template} of {@code transformers},
 * which changes messages before it renders them. Created by {@code src/test/python/applied.py}.
 */
class AppliedTemplatesTest {

    private static final Map<String, Object> ALL = Fixtures.json("conformity/applied.json");
    private static final Map<String, Object> SOURCES = Fixtures.json("conformity/expected.json");

    static final List<String> TEMPLATES = List.copyOf(ALL.keySet());

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("TEMPLATES")
    void allPromptsAreThoseOfTransformers(String name) throws IOException {
        Path file = Files.writeString(
                folder.resolve("chat_template.jinja"), (String) ((Map<?, ?>) SOURCES.get(name)).get("source"));
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\"}");
        ChatTemplate template = ChatTemplate.of(file, Optional.of(folder));
        List<?> expected = (List<?>) ALL.get(name);
        List<String> prompts = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            prompts.add(expected.get(i) == null ? null : prompt(template, ConformityTest.CONVERSATIONS.get(i)));
        }

        assertThat(expected).hasSize(300).filteredOn(each -> each != null).hasSizeGreaterThan(250);
        assertThat(prompts).isEqualTo(expected);
    }

    private static String prompt(ChatTemplate template, Map<String, Object> conversation) {
        List<ChatMessage> messages = Fixtures.objects(conversation.get("messages"))
                .map(AppliedTemplatesTest::message)
                .toList();
        ChatOptions options = ChatOptions.DEFAULTS.withGenerationPrompt(
                Boolean.TRUE.equals(conversation.get("add_generation_prompt")));
        for (Map.Entry<String, Object> each : conversation.entrySet()) {
            options = switch (each.getKey()) {
                case "messages", "add_generation_prompt" -> options;
                case "tools" -> options.withTools(maps(each.getValue()));
                case "documents" -> options.withDocuments(maps(each.getValue()));
                default -> options.withVariable(each.getKey(), each.getValue());
            };
        }
        try {
            return ConformityTest.digest(template.render(messages, options, ConformityTest.NOW));
        } catch (IllegalArgumentException e) {
            return e.getCause() instanceof RaisedTemplateException ? "!raised" : "!error";
        }
    }

    private static List<Map<String, Object>> maps(Object list) {
        return list == null ? List.of() : Fixtures.objects(list).toList();
    }

    private static ChatMessage message(Map<String, Object> json) {
        Map<String, Object> fields = new LinkedHashMap<>(json);
        String role = (String) fields.remove("role");
        Object content = fields.remove("content");
        if (content == null) {
            return new ChatMessage(role, List.of(), fields);
        }
        return content instanceof String text
                ? new ChatMessage(role, List.of(new ContentPart.Text(text)), fields)
                : new ChatMessage(
                        role,
                        Fixtures.objects(content)
                                .map(AppliedTemplatesTest::part)
                                .toList(),
                        false,
                        fields);
    }

    private static ContentPart part(Map<String, Object> json) {
        return json.get("type").equals("text")
                ? new ContentPart.Text((String) json.get("text"))
                : ContentPart.Image.of("image/png", new byte[1]);
    }
}
