// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

    @ParameterizedTest
    @CsvSource({"servr, server", "SERVER, server", "off, offline", "multistream, multi-stream", "x, server"})
    void prefersSamePrefixThenSmallestEditDistance(String text, String expected) {
        assertThat(Suggestions.nearest(text, List.of("server", "offline", "multi-stream")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "rat, rate, true",
        "RATE, rate, true",
        "modle, model, true",
        "sdt, std, true",
        "report, api, false",
        "x, y, false"
    })
    void similarTextsDifferInAtMostAThirdOfTheCharacters(String text, String other, boolean similar) {
        assertThat(Suggestions.areSimilar(text, other)).isEqualTo(similar);
    }

    @ParameterizedTest
    @CsvSource({"10", "100000"})
    void readsOnlyStartOfLongText(int length) {
        assertThat(Suggestions.nearest("server".repeat(length), List.of("server", "offline")))
                .isEqualTo("server");
    }
}
