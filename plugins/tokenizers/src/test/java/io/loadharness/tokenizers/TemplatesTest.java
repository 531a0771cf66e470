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
                .hasMessage("line 3: unknown filter \"nosuch\": it is not supported");
        assertThatThrownBy(() -> Template.parse("\n{{ x.y }}").render(Map.of(), NOW))
                .hasMessage("line 2: \"x\" is undefined");
        assertThatThrownBy(() -> render("{% for i in [1] %}\n{{ loop.cycle() }}{% endfor %}"))
                .hasMessage("line 2: loop.cycle needs at least one value");
        assertThatThrownBy(() -> Template.parse("{% include 'other' %}"))
                .hasMessageStartingWith("line 1: unknown statement \"include\": it is not supported");
    }

    @Test
    void templateCannotExhaustMemoryOrReachClasses() {
        assertThatThrownBy(() -> render("{{ range(1000000000) }}")).isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> render("{{ 'x' * 1000000000000 }}")).isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> render("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"))
                .hasMessage(
                        "an expression, a list or a macro of the template is nested too deeply: check for a macro that"
                                + " calls itself without end");
        assertThatThrownBy(() -> Template.parse("{{ " + "(".repeat(100_000))).isInstanceOf(TemplateException.class);
        assertThat(render("{{ 'x'.__class__ }}{{ ''.getClass }}{{ [].getClass }}"))
                .isEmpty();
    }

    @Test
    void shortTemplateCannotFillTheHeap() {
        String longText = "a string or the output would be longer than 16777216 characters";
        String inTotal = "the template created strings and lists of more than 268435456 characters in total";
        String longList = "a list would have more than 1000000 elements";

        assertFails("{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}", longText);
        assertFails(doubled("'x'", "x ~ x"), longText);
        assertFails(doubled("'x'", "x + x"), longText);
        assertFails(doubled("'x'", "x | replace('x', 'xx')"), longText);
        assertFails(doubled("'x'", "[x, x] | join"), longText);
        assertFails(doubled("'x'", "'%s%s' % (x, x)"), longText);
        assertFails(doubled("'x'", "'{0}{0}'.format(x)"), longText);
        assertFails(doubled("[1]", "[x, x]") + "{{ ns.x }}", longText);
        assertFails(doubled("[1]", "[x, x]") + "{{ ns.x | tojson }}", longText);
        assertFails(doubled("[1]", "x + x"), longList);
        assertFails("{{ [1] * 99999999 }}", longList);
        assertFails("{{ 'x'.center(999999999) }}", longText);
        assertFails("{{ '%999999999d' % 1 }}", longText);
        assertFails("{{ '{:999999999}'.format(1) }}", longText);
        assertFails("{{ 'x' | indent(999999999) }}", longText);
        assertFails("{{ [1] | tojson(indent=999999999) }}", longText);
        assertFails(
                "{% set ns = namespace(x=[]) %}{% for i in range(999) %}{% set ns.x = ns.x + ['x' * 9999999] %}{% endfor %}",
                inTotal);
        assertFails("{{ 10 ** 99999 }}", "the number is too large");
        String steps = "the template needs more than 20000000 steps, the maximum";
        assertFails(
                "{% for a in range(9999) %}{% for b in range(9999) %}{% set x = a %}{% set y = b %}{% endfor %}{% endfor %}",
                steps);
        assertFails(
                "{% set ns = namespace(x=[1], y=[1]) %}{% for i in range(30) %}{% set ns.x = [ns.x] * 10 %}"
                        + "{% set ns.y = [ns.y] * 10 %}{% endfor %}{{ ns.x == ns.y }}",
                steps);
        assertFails("{{ range(100000) | unique | list | length }}", steps);
        assertFails("{{ 1 | uper }}", "unknown filter \"uper\"; did you mean 'upper'?");
        assertThat(render("{{ ('<' * 1000000) | striptags | length }}")).isEqualTo("1000000");
        assertThat(render("{{ ('<!--' * 250000 ~ '>') | striptags | length }}")).isEqualTo("0");
        assertThat(render("{{ ('9' * 5000) | int }}")).isEqualTo("0");
        assertFails("{{ range(100001) }}", "at most 100000 numbers are allowed, got 100001");
    }

    @Test
    void refusesWhatPythonRefusesOrWouldRenderInAnotherWay() {
        assertFails("{% macro m(a, a) %}{% endmacro %}", "two parameters are named \"a\"");
        assertFails("{% macro m(a=1, b) %}{% endmacro %}", "the parameter \"b\" needs a default value");
        assertFails("{{ '%5%' % () }}", "the format needs more than 0 values");
        assertFails("{{ '%-5%' % 3 }}", "unknown conversion \"%\"");
        assertFails("{{ '{:z}'.format(-0.0) }}", "invalid format specifier \"z\"");
        assertFails("{{ 'a&nbsp;b' | striptags }}", "striptags does not support the entity \"&nbsp;\"");
        assertFails("{{ '&#65;' | striptags }}", "striptags does not support the entity \"&#65\"");
        assertThat(render("{{ 'AT&T &amp;lt; &#39;x&#39; %' | striptags }}{{ '%%' % () }}"))
                .isEqualTo("AT&T &lt; 'x' %%");
    }

    private static String doubled(String start, String expression) {
        return "{% set ns = namespace(x=" + start + ") %}{% for i in range(40) %}{% set x = ns.x %}{% set ns.x = "
                + expression + " %}{% endfor %}";
    }

    private static void assertFails(String source, String reason) {
        assertThatThrownBy(() -> render(source))
                .as(source)
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(reason);
    }

    /** The results are those of Python 3.12. */
    @Test
    void slicesOfRangesAreRangesAndDictsHaveFromkeys() {
        assertThat(render("{{ range(5)[1:3] }} {{ range(0, 10, 2)[1:3] }} {{ range(5)[::-1] }} {{ range(5)[3:1] }}"
                        + " {{ range(9)[-3:] | list }} {{ range(5)[::2][1] }}"))
                .isEqualTo("range(1, 3) range(2, 6, 2) range(4, -1, -1) range(3, 1) [6, 7, 8] 2");
        assertThat(render("{{ dict.fromkeys(['a', 'b', 'a']) }} {{ dict.fromkeys('ab', 0) }} {{ dict(a=1) }}"))
                .isEqualTo("{'a': None, 'b': None} {'a': 0, 'b': 0} {'a': 1}");
        assertFails("{{ range(5)[::9223372036854775807][::3] }}", "has more than 64 bits");
    }

    @Test
    void longTextsAreSearchedWithoutALimit() {
        String text = "{% set s = 'ab' * 50000 ~ 'c' * 50000 %}{% set t = 'c' * 50000 %}";

        assertThat(render(text + "{{ s.find(t) }} {{ s.rfind(t) }} {{ t in s }} {{ s.count(t) }} {{ t.find(s) }}"))
                .isEqualTo("100000 100000 True 1 -1");
        assertThat(render("{% set x = 'a' * 70 %}{{ (x ~ 'b' ~ x ~ 'c').find(x ~ 'c') }} {{ (x ~ x).rfind(x) }}"
                        + " {{ x.find('') }} {{ x.rfind('') }} {{ ''.find('') }} {{ x[-2:] }} {{ x[3:1] }}|"))
                .isEqualTo("71 70 0 70 0 aa |");
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
