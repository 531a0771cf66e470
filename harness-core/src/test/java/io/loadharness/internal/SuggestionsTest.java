// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

    private static final List<String> SCENARIOS = List.of("server", "offline", "multi-stream");

    @ParameterizedTest
    @CsvSource({"servr, server", "SERVER, server", "off, offline", "multistream, multi-stream", "inoffline, offline"})
    void prefersSamePrefixThenSmallestEditDistance(String text, String expected) {
        assertThat(Suggestions.similar(text, SCENARIOS)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "rat, rate, true",
        "RATE, rate, true",
        "modle, model, true",
        "sdt, std, true",
        "help, demo, false",
        "tests, bench, false",
        "report, api, false",
        "x, y, false"
    })
    void similarTextsDifferInAtMostAThirdOfTheCharacters(String text, String other, boolean similar) {
        assertThat(Suggestions.similar(text, List.of(other)).isPresent()).isEqualTo(similar);
    }

    @Test
    void hintIsEmptyWithoutSimilarName() {
        assertThat(Suggestions.hint("servr", SCENARIOS)).isEqualTo("; did you mean 'server'?");
        assertThat(Suggestions.hint("xyzzy", SCENARIOS)).isEmpty();
        assertThat(Suggestions.hint("xyzzy", List.of())).isEmpty();
    }

    @Test
    void namesFollowTheHint() {
        assertThat(Suggestions.hintAndNames("servr", SCENARIOS))
                .isEqualTo("; did you mean 'server'? Allowed: server, offline, multi-stream");
        assertThat(Suggestions.hintAndNames("xyzzy", SCENARIOS)).isEqualTo(". Allowed: server, offline, multi-stream");
    }

    @Test
    void longTextIsNotSimilar() {
        assertThat(Suggestions.similar("server".repeat(100_000), SCENARIOS)).isEmpty();
    }
}
