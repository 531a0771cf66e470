// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.chattemplate.RaisedTemplateException;
import io.loadharness.chattemplate.Template;
import io.loadharness.chattemplate.TemplateException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Compares the renderings of templates in the style of widely used models, with 300 conversations each, with those of Python's jinja2.
 * Created by {@code src/test/python/conformity.py}. The table is in {@code docs/decisions/0007-own-chat-templates.md}.
 */
class ConformityTest {

    static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 3, 4, 5, 6);
    private static final int DIGEST_LENGTH = 16;
    private static final Map<String, Object> ALL = Fixtures.json("conformity/expected.json");
    static final List<Map<String, Object>> CONVERSATIONS = conversations();

    static final List<String> TEMPLATES = List.copyOf(ALL.keySet());

    @ParameterizedTest
    @FieldSource("TEMPLATES")
    void allRenderingsAreThoseOfPython(String name) {
        Map<?, ?> expected = (Map<?, ?>) ALL.get(name);
        String source = (String) expected.get("source");
        List<String> renderings =
                CONVERSATIONS.stream().map(each -> rendering(source, each)).toList();

        assertThat((List<?>) expected.get("renderings")).hasSize(300);
        assertThat(renderings).isEqualTo(expected.get("renderings"));
        List<?> texts = (List<?>) expected.get("texts");
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) != null) {
                assertThat(Template.parse(source).render(CONVERSATIONS.get(i), NOW))
                        .isEqualTo(texts.get(i));
            }
        }
    }

    /** Returns the start of the SHA-256 of the text, or the kind of the error. */
    private static String rendering(String source, Map<String, Object> variables) {
        try {
            return digest(Template.parse(source).render(variables, NOW));
        } catch (RaisedTemplateException e) {
            return "!raised";
        } catch (TemplateException e) {
            return "!error";
        }
    }

    static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Map<String, Object>> conversations() {
        List<Map<String, Object>> all = new ArrayList<>();
        Path file = Fixtures.folder("conformity").resolve("conversations.jsonl");
        for (String line : TextFile.read(file).lines().toList()) {
            Map<String, Object> variables = new HashMap<>(Map.of("bos_token", "<s>", "eos_token", "</s>"));
            variables.putAll(JsonReader.object(file, line));
            all.add(variables);
        }
        return all;
    }
}
