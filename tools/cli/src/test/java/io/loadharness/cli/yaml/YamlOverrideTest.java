// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlOverrideTest {

    private final List<String> messages = new ArrayList<>();

    private final YamlMap document = Yaml.parse("my.yaml", """
            load:
              type: constant
              stages:
              - {rate: 1, duration: 10}
              - {rate: 2, duration: 10}
            api:
            """);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            load.stages.1.rate=10                                   | load.stages.1.rate | 10
            load.stages[1].rate=10                                  | load.stages.1.rate | 10
            " load.type = poisson , load.stages.1.rate = 10 "       | load.stages.1.rate | 10
            load.type=poisson,load.stages.1.rate=10                 | load.type          | poisson
            load.type,poisson,load.stages.1.rate,10                 | load.stages.1.rate | 10
            load.type='a,b=c',load.interval=3                       | load.type          | a,b=c
            load.type='it''s',load.interval=3                       | load.type          | it's
            load.type=a=b                                           | load.type          | a=b
            load.type=http://host:80/v1                             | load.type          | http://host:80/v1
            load.type='12'                                          | load.type          | 12
            load.interval=3                                         | load.interval      | 3
            api.streaming=true                                      | api.streaming      | true
            data.path.deep=x                                        | data.path.deep     | x
            """)
    void overrideReplacesAValue(String text, String path, String value) {
        apply(text);

        assertThat(at(path).content()).extracting("text").isEqualTo(value);
    }

    @Test
    void doubleQuotesSupportEscapes() {
        apply("load.type=\"a\\\"b,\\u0041\"");

        assertThat(at("load.type").text()).isEqualTo("a\"b,A");
    }

    @Test
    void valuesHaveTheTypesOfYaml() {
        apply("load.stages.0.rate=2.5,load.stages.0.duration=3,api.streaming=yes,load.type=");

        assertThat(at("load.stages.0.rate").real()).isEqualTo(2.5);
        assertThat(at("load.stages.0.duration").wholeNumber(1)).isEqualTo(3);
        assertThat(at("api.streaming").flag()).isTrue();
        assertThat(document.require("load").map().find("type")).isEmpty();
    }

    @Test
    void endOfAKeySetsAllKeysInItsSection() {
        apply("rate=7");

        assertThat(at("load.stages.0.rate").wholeNumber(1)).isEqualTo(7);
        assertThat(at("load.stages.1.rate").wholeNumber(1)).isEqualTo(7);
        assertThat(messages)
                .containsExactly(
                        "-o rate sets load.stages.0.rate and load.stages.1.rate, as in llm-d-benchmark: write a"
                                + " complete key to set only one of them");
    }

    @Test
    void uniqueEndOfAKeyIsEnough() {
        apply("stages.1.rate,8");

        assertThat(at("load.stages.0.rate").wholeNumber(1)).isEqualTo(1);
        assertThat(at("load.stages.1.rate").wholeNumber(1)).isEqualTo(8);
        assertThat(messages).containsExactly("-o stages.1.rate sets load.stages.1.rate");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            rate=7                                | rate=(not shown)
            stages.1.rate,8                       | stages.1.rate,(not shown)
            load.type=a, load.stages.0.rate='1,5' | load.type=a,load.stages.0.rate=(not shown)
            load.type=                            | load.type=
            """)
    void masksByTheCompletePath(String text, String expected) {
        List<YamlOverride> overrides = YamlOverride.parse("-o", text);
        assertThat(overrides.get(0).masked(path -> false)).contains("(not shown)");
        overrides.forEach(each -> each.applyTo(document, messages::add));

        assertThat(overrides.stream().map(each -> each.masked(path -> path.startsWith("load.stages"))))
                .containsExactly(expected.split(",(?=load)"));
    }

    @Test
    void nextIndexAddsAnEntry() {
        apply("load.stages.2.rate=3,load.stages.2.duration=5");

        assertThat(at("load.stages").list()).hasSize(3);
        assertThat(at("load.stages.2.duration").wholeNumber(1)).isEqualTo(5);
    }

    @Test
    void valueCanBeAListOrAMap() {
        apply("load.stages=[{rate: 4, duration: 6}, {rate: '5,0', duration: 7}],load.type=poisson,data={path: a}");

        assertThat(at("load.stages").list()).hasSize(2);
        assertThat(at("load.stages.1.duration").path()).isEqualTo("load.stages.1.duration");
        assertThat(at("load.stages.1.duration").wholeNumber(1)).isEqualTo(7);
        assertThat(at("load.stages.1.rate").text()).isEqualTo("5,0");
        assertThat(at("load.type").text()).isEqualTo("poisson");
        assertThat(at("data.path").text()).isEqualTo("a");
    }

    @Test
    void unknownEndOfAKeyIsReportedWithTheNearestKey() {
        YamlMap sections = Yaml.parse("my.yaml", "load: {stages: [{rate: 1}]}");

        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> YamlOverride.parse("-o", "rat=3").get(0).applyTo(sections, messages::add))
                .withMessage("-o rat: the document has no key 'rat'; did you mean 'rate', which is load.stages.0.rate?"
                        + " Write a complete key to add it");
    }

    @Test
    void lastOverrideWins() {
        apply("load.type=a,load.type=b");

        assertThat(at("load.type").text()).isEqualTo("b");
    }

    @Test
    void unknownKeyIsReportedWithTheOverride() {
        apply("load.stagse.0.rate=10");
        YamlMap load = at("load").map();
        load.require("stages").list().forEach(each -> each.map().entries());
        load.find("type");
        document.find("api");

        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(document::requireAllRead)
                .withMessage("-o load.stagse.0.rate: unknown key 'load.stagse'; did you mean 'load.stages'?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            load.stages.3.rate=10 | -o load.stages.3.rate: load.stages has 2 values; to add one, write load.stages.2
            load.stages.x=10      | -o load.stages.x: load.stages has 2 values; to add one, write load.stages.2
            api.type=chat,type=x  | -o type: is the end of several keys: write one of load.type, api.type
            load.stages=[1,2      | -o load.stages: expected KEY=VALUE after the comma: put a value that contains commas in quotes
            load.stages=10,load.stages.0=1 | -o load.stages.0: load.stages is neither a map nor a list and has no key '0'
            load.type.x=10        | -o load.type.x: load.type is neither a map nor a list and has no key 'x'
            load.type             | -o: there is no equals sign: write a key and a value, for example load.stages.0.rate=10; the text is not shown, because it may be secret
            server.api_key: abc   | -o: an equals sign must separate a key and its value: write server.api_key=VALUE
            server.api_key: abc=  | -o: an equals sign must separate a key and its value: write server.api_key=VALUE
            a=1,b: c=d            | -o: an equals sign must separate a key and its value: write a=VALUE
            a=1,b                 | -o a: expected KEY=VALUE after the comma: put a value that contains commas in quotes
            a=1,,b=2              | -o a: expected KEY=VALUE after the comma: put a value that contains commas in quotes
            ""                    | -o: there is no equals sign: write a key and a value, for example load.stages.0.rate=10; the text is not shown, because it may be secret
            =3                    | -o : is not a key: write a key and a value, for example load.stages.0.rate=10
            a..b=3                | -o a..b: is not a key: write a key and a value, for example load.stages.0.rate=10
            a='b                  | -o a: the value starts with a quote and must end with the same quote
            a='b'c                | -o a: the value starts with a quote and must end with the same quote
            """)
    void reportsMalformedOverride(String text, String sentence) {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> apply(text))
                .withMessage(sentence);
    }

    private void apply(String text) {
        List<YamlOverride> overrides = YamlOverride.parse("-o", text);
        overrides.forEach(each -> each.applyTo(document, messages::add));
    }

    private YamlValue at(String path) {
        YamlValue value = null;
        YamlMap map = document;
        for (String key : path.split("\\.", -1)) {
            value = value != null && value.isList() ? value.list().get(Integer.parseInt(key)) : map.require(key);
            if (value.isMap()) {
                map = value.map();
            }
        }
        return value;
    }
}
