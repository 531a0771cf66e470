// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.chattemplate.RaisedTemplateException;
import io.loadharness.chattemplate.Template;
import io.loadharness.chattemplate.TemplateException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares templates with Python's jinja2 with the settings of transformers. */
class TemplatesTest {

    private static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 3, 4, 5, 6);
    private static final Map<String, Object> ALL = Fixtures.json("templates.json");

    static Stream<Arguments> rows() {
        return Fixtures.objects(ALL.get("rows"))
                .map(row -> Arguments.of(
                        row.get("template"), Integer.parseInt(row.get("chat").toString()), row));
    }

    @ParameterizedTest(name = "{0}, chat {1}")
    @MethodSource("rows")
    void templateHasTheSameResultAsInPython(String name, int chat, Map<String, Object> row) {
        Map<String, Object> variables =
                Fixtures.objects(ALL.get("chats")).toList().get(chat);
        if (!row.containsKey("refused")) {
            assertThat(Template.parse(source(name)).render(variables, NOW)).isEqualTo(row.get("text"));
            return;
        }
        assertThatThrownBy(() -> Template.parse(source(name)).render(variables, NOW))
                .isInstanceOf(
                        row.get("refused").equals("TemplateError")
                                ? RaisedTemplateException.class
                                : TemplateException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void errorNamesItsLine() {
        assertThatThrownBy(() -> Template.parse("one\n{{ 1 }}\n{{ 1 | nosuch }}"))
                .hasMessage("line 3: unknown filter \"nosuch\"; the nearest is count");
        assertThatThrownBy(() -> Template.parse("\n{{ x.y }}").render(Map.of(), NOW))
                .hasMessage("line 2: \"x\" is undefined");
        assertThatThrownBy(() -> render("{% for i in [1] %}\n{{ loop.cycle() }}{% endfor %}"))
                .hasMessage("line 2: loop.cycle needs at least one value");
        assertThatThrownBy(() -> Template.parse("{% include 'other' %}"))
                .hasMessageStartingWith("line 1: unknown statement \"include\"; the nearest is ");
    }

    @Test
    void templateCannotExhaustMemoryOrReachClasses() {
        assertThatThrownBy(() -> render("{{ range(1000000000) }}")).isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> render("{{ 'x' * 1000000000000 }}")).isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> render("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"))
                .hasMessage("the template is nested too deeply: a macro may call itself without end");
        assertThatThrownBy(() -> Template.parse("{{ " + "(".repeat(100_000))).isInstanceOf(TemplateException.class);
        assertThat(render("{{ 'x'.__class__ }}{{ ''.getClass }}{{ [].getClass }}"))
                .isEmpty();
    }

    @Test
    void brokenTemplateThrowsOnlyTemplateException() {
        Random random = new Random(5);
        List<Object> sources = List.copyOf(((Map<?, ?>) ALL.get("sources")).values());
        Map<String, Object> variables =
                Fixtures.objects(ALL.get("chats")).toList().get(1);
        int rejected = 0;
        for (int i = 0; i < 20_000; i++) {
            String broken = broken((String) sources.get(random.nextInt(sources.size())), random);
            try {
                Template.parse(broken).render(variables, NOW);
            } catch (TemplateException e) {
                rejected++;
            }
        }
        assertThat(rejected).isPositive();
    }

    private static String broken(String source, Random random) {
        StringBuilder text = new StringBuilder(source);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count && text.length() > 1; i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.setCharAt(at, "{}%#()[]'\"|.,:-+ \n0a".charAt(random.nextInt(20)));
                case 2 -> text.setLength(at);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(20))));
            }
        }
        return text.toString();
    }

    private static String render(String source) {
        return Template.parse(source).render(Map.of(), NOW);
    }

    private static String source(String name) {
        return (String) ((Map<?, ?>) ALL.get("sources")).get(name);
    }
}
