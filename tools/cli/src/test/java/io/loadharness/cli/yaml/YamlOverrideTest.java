// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlOverrideTest {

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
            load.stages.2.rate=10 | -o load.stages.2.rate: load.stages is a list of 2 values; did you mean load.stages.1?
            load.stages.x=10      | -o load.stages.x: load.stages is a list of 2 values; did you mean load.stages.1?
            load.stages=10,load.stages.0=1 | -o load.stages.0: load.stages is the number 10 and has no key '0'
            load.type.x=10        | -o load.type.x: load.type is the text 'constant' and has no key 'x'
            load.type             | -o: 'load.type' has no value: write a key and a value, for example load.stages.0.rate=10
            a=1,b                 | -o: 'b' has no value: write a key and a value, for example load.stages.0.rate=10
            a=1,,b=2              | -o: '' has no value: write a key and a value, for example load.stages.0.rate=10
            ""                    | -o: '' has no value: write a key and a value, for example load.stages.0.rate=10
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
        overrides.forEach(each -> each.applyTo(document));
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
