// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {

    @TempDir
    Path folder;

    @Test
    void readsEveryType() {
        YamlMap top = Yaml.parse("my.yaml", """
                name: "a: b"
                count: 1_000
                rate: 2.5e3
                streaming: yes
                pause: 1.5s
                order: longest-first
                stages:
                - rate: 1
                - rate: 2
                headers: {x-team: blue}
                nothing:
                """);

        assertThat(top.require("name").text()).isEqualTo("a: b");
        assertThat(top.require("count").wholeNumber(1)).isEqualTo(1000);
        assertThat(top.require("rate").real()).isEqualTo(2500);
        assertThat(top.require("rate").wholeNumber(0, 2500)).isEqualTo(2500);
        assertThat(top.require("streaming").flag()).isTrue();
        assertThat(top.require("pause").duration()).isEqualTo(Duration.ofMillis(1500));
        assertThat(top.require("order").oneOf(List.of("issued", "longest-first")))
                .isEqualTo("longest-first");
        assertThat(top.require("stages").list())
                .extracting(each -> each.map().require("rate").path())
                .containsExactly("stages.0.rate", "stages.1.rate");
        assertThat(top.require("headers").map().entries().get("x-team").text()).isEqualTo("blue");
        assertThat(top.find("nothing")).isEmpty();
        top.requireAllRead();
    }

    @Test
    void lastRepeatedKeyWinsWithAWarning() {
        List<String> remarks = new ArrayList<>();
        YamlMap top = Yaml.parseRepeating("my.yaml", "a: 1\nb: 2\na: 3", remarks::add);

        assertThat(top.require("a").wholeNumber(0)).isEqualTo(3);
        assertThat(remarks).containsExactly("my.yaml line 3: the key 'a' is repeated: the last value is used");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            017        | 15
            0x1F       | 31
            -0b101     | -5
            +12        | 12
            1:30       | 90
            -1:30:00   | -5400
            '"42"'     | 42
            7.0        | 7
            '!!int 7'  | 7
            """)
    void wholeNumbersAreThoseOfYaml11(String text, long value) {
        assertThat(value("v: " + text).wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            .5         | 0.5
            1_0.5      | 10.5
            1e3        | 1000
            -1:30.5    | -90.5
            3          | 3
            '"2.5"'    | 2.5
            """)
    void realNumbersAreThoseOfYaml11(String text, double value) {
        assertThat(value("v: " + text).real()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "Yes", "YES", "true", "True", "on", "ON", "'true'"})
    void readsTrueFlags(String text) {
        assertThat(value("v: " + text).flag()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "No", "false", "FALSE", "off", "Off"})
    void readsFalseFlags(String text) {
        assertThat(value("v: " + text).flag()).isFalse();
    }

    @Test
    void resolvesAnchorsAndMergeKeys() {
        YamlMap top = Yaml.parse("my.yaml", """
                usual: &usual {rate: 1, duration: 10}
                other: &other {rate: 7, extra: 5}
                first: *usual
                second: {<<: [*usual, *other], rate: 2}
                """);

        assertThat(top.require("first").map().require("rate").path()).isEqualTo("first.rate");
        YamlMap second = top.require("second").map();
        assertThat(List.of("rate", "duration", "extra"))
                .extracting(key -> second.require(key).wholeNumber(0))
                .containsExactly(2, 10, 5);
    }

    @Test
    void unknownKeyIsAnErrorWithTheNearestKey() {
        YamlMap top = Yaml.parse("my.yaml", """
                load:
                  stages: []
                  stagse: []
                """);
        YamlMap load = top.require("load").map();
        load.find("stages");
        load.find("type");
        top.find("stagnation");

        assertRefused(top::requireAllRead, "my.yaml line 3: unknown key 'load.stagse'; did you mean 'load.stages'?");
    }

    @Test
    void unreadMapIsAnError() {
        YamlMap top = Yaml.parse("my.yaml", "load: {rate: 3}");
        top.find("load");

        assertRefused(top::requireAllRead, "my.yaml line 1: unknown key 'load.rate'");
    }

    @Test
    void unreadListIsAnError() {
        YamlMap top = Yaml.parse("my.yaml", "load: [3]");
        top.find("load");

        assertRefused(top::requireAllRead, "my.yaml line 1: load must not be a list");
    }

    @Test
    void unknownKeyInAListIsAnError() {
        YamlMap top = Yaml.parse("my.yaml", "stages:\n- rate: 3\n- rat: 3\n");
        top.require("stages").list().forEach(each -> each.map().find("rate"));

        assertRefused(top::requireAllRead, "my.yaml line 3: unknown key 'stages.1.rat'; did you mean 'stages.1.rate'?");
    }

    @Test
    void missingKeyIsReportedWithPresentKeys() {
        YamlMap top = Yaml.parse("my.yaml", "a:\n  stagse: 1\n  type: x\n");

        assertRefused(
                () -> top.require("a").map().require("stages"),
                "my.yaml line 2: a needs the key 'stages'; its keys are stagse, type");
        assertRefused(() -> top.require("b"), "my.yaml line 1: the document needs the key 'b'; its keys are a");
    }

    @Test
    void wrongTypeNamesFoundAndExpectedType() {
        assertWrong("v: ten", v -> v.wholeNumber(1), "v must be a whole number: got the string 'ten'");
        assertWrong("v: 1.5", v -> v.wholeNumber(1), "v must be a whole number: got the number 1.5");
        assertWrong("v: 0", v -> v.wholeNumber(1), "v must be at least 1, at most 2147483647: got the number 0");
        assertWrong("v: 1e30", v -> v.wholeNumber(1), "v must be at least 1, at most 2147483647: got the number 1e30");
        assertWrong("v: yes", YamlValue::real, "v must be a number: got the boolean yes");
        assertWrong("v: .inf", YamlValue::real, "v must be a number: got the number .inf");
        assertWrong("v: 1e999", YamlValue::real, "v is the number 1e999, which is too large");
        assertWrong("v: 1", YamlValue::flag, "v must be true or false: got the number 1");
        assertWrong("v: 12", YamlValue::text, "v must be text: got the number 12; put it in quotes");
        assertWrong("v: no", YamlValue::text, "v must be text: got the boolean no; put it in quotes");
        assertWrong("v: 2024-01-01", YamlValue::text, "v must be text: got the date 2024-01-01; put it in quotes");
        assertWrong("v: [1]", YamlValue::text, "v must be text: got a list");
        assertWrong("v: {a: 1}", YamlValue::list, "v must be a list: got a map");
        assertWrong("v: x", YamlValue::map, "v must be a map of keys: got the string 'x'");
        assertWrong(
                "v: 60",
                YamlValue::duration,
                "v cannot be used: '60' is not a duration: write a number and its unit, for example 60s");
        assertWrong(
                "v: longest",
                v -> v.oneOf(List.of("issued", "dataset", "longest-first")),
                "v is 'longest'; did you mean 'longest-first'? Allowed: issued, dataset, longest-first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                        | my.yaml: is empty
            "# only a remark"         | my.yaml: is empty
            "- 1"                     | my.yaml line 1: the document must be a map of keys: got a list
            "text"                    | my.yaml line 1: the document must be a map of keys: got the string 'text'
            "a: 1§b: 2§a: 3"          | my.yaml line 3: the key 'a' is repeated
            "a:§  b: 1§  b: 2"        | my.yaml line 3: the key 'a.b' is repeated
            "a: 1§---§b: 2"           | my.yaml line 2: a second document starts
            "a:§→b: 2"                | my.yaml line 2: there is a tab in the indentation: use spaces
            "a: [1, 2"                | my.yaml line 1: is not YAML: while parsing a flow sequence, expected ',' or ']', but got <stream end>
            "a: &x [*x]"              | my.yaml line 1: a.0 contains itself
            "a: *x"                   | my.yaml line 1: found undefined alias x
            "a: !!python/name:os.x y" | my.yaml line 1: Global tag is not allowed: tag:yaml.org,2002:python/name:os.x
            "a: !!set {b}"            | my.yaml line 1: a has the tag tag:yaml.org,2002:set, which is not supported: remove the tag
            "a:§  ? [b]§  : 1"        | my.yaml line 2: a has a key that is not text
            "a: !!int {}"             | my.yaml line 1: a has the tag tag:yaml.org,2002:int, which is not supported: remove the tag
            """)
    void reportsUnsupportedYaml(String text, String sentence) {
        String yaml = text.replace('§', '\n').replace('→', '\t');

        assertRefused(() -> Yaml.parse("my.yaml", yaml), sentence);
    }

    @Test
    void rejectsMultiplyingAnchors() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
        for (int i = 1; i < 9; i++) {
            bomb.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        }

        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse("my.yaml", bomb.toString()))
                .withMessageEndingWith("more than 100000 values, including those that aliases repeat");
    }

    @Test
    void rejectsUnboundedNesting() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parse("my.yaml", "a: " + "[".repeat(100_000)))
                .withMessageContaining("Nesting Depth exceeded");
    }

    @Test
    void rejectsFileThatIsNotText() throws IOException {
        Path file = folder.resolve("my.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});
        assertRefused(() -> Yaml.read(file), file + ": is not UTF-8 text");

        Files.write(file, new byte[2 << 20]);
        assertRefused(() -> Yaml.read(file), file + ": is larger than the maximum of 1 MiB");

        assertRefused(() -> Yaml.read(folder), folder + ": must be a YAML file: got a folder");
    }

    private static YamlValue value(String yaml) {
        return Yaml.parse("my.yaml", yaml).require("v");
    }

    private static void assertWrong(String yaml, Consumer<YamlValue> reader, String what) {
        assertRefused(() -> reader.accept(value(yaml)), "my.yaml line 1: " + what);
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable reading, String sentence) {
        assertThatExceptionOfType(YamlException.class).isThrownBy(reading).withMessage(sentence);
    }
}
