// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcerptTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b", "\u0085", "\u009b", "\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069",
                "\r\n"
            })
    void controlCharactersBecomeSpaces(String control) {
        assertThat(Excerpt.of(" a" + control + "b ")).isEqualTo("a b");
        byte[] bytes = ("a" + control + "b").getBytes(StandardCharsets.UTF_8);
        assertThat(Excerpt.of(bytes, 0, bytes.length)).isEqualTo("a b");
    }

    @Test
    void longTextsAreCut() {
        assertThat(Excerpt.of("x".repeat(300))).isEqualTo("x".repeat(200) + " ...");
    }
}
