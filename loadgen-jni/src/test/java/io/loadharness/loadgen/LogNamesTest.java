// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "vLLM 0.9 (8x H200)", "größe/测试", "rocket \ud83d\ude80", "it's"})
    void allowsNamesThatJsonDoesNotEscape(String name) {
        assertThatCode(() -> LogNames.require("system", name)).doesNotThrowAnyException();
    }

    @Test
    void rejectsNull() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogNames.require("system", null))
                .withMessage("the name of the system is null");
    }

    @Test
    void rejectsNamesThatWouldMakeALineTooLong() {
        assertThatCode(() -> LogNames.require("library", "a".repeat(1000))).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogNames.require("library", "a".repeat(1 << 20)))
                .withMessage("the name of the library must have at most 1000 characters: got 1048576");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "a\\b", "a\nb", "a\u0000b", "a\u007fb", "a\u2028b", "a\ud83d"})
    void rejectsNamesThatJsonWouldEscape(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogNames.require("system", name))
                .withMessageMatching("the name of the system must not contain U\\+[0-9A-F]{4}, .*");
    }
}
