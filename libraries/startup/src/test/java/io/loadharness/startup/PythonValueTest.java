// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'a': 1, 'b': [True, False, None], \"c\": (1.5, -2)} | {\"a\":1,\"b\":[true,false,null],\"c\":[1.5,-2]}",
                "{'a': <Mode.FULL: (2, 1)>, 'b': Config(x=1, y='),')} | {\"a\":\"<Mode.FULL: (2, 1)>\",\"b\":\"Config(x=1, y='),')\"}",
                "{} | {}",
                "['it\\'s', \"it's\"] | [\"it's\",\"it's\"]",
                "{1: 2,} | {\"1\":2}"
            })
    void pythonLiteralsBecomeJson(String text, String json) {
        assertThat(PythonValue.read(text))
                .hasValueSatisfying(value -> assertThat(value).hasToString(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{'a'", "{'a':", "{'a': 1", "[1 2]]", "'open", "{'a': Config(}", "{'a': 1} more"})
    void incompleteLiteralIsRejected(String text) {
        assertThat(PythonValue.read(text)).isEmpty();
    }

    @Test
    void deeplyNestedLiteralIsRejected() {
        assertThat(PythonValue.read("[".repeat(100_000) + "]".repeat(100_000))).isEmpty();
    }
}
