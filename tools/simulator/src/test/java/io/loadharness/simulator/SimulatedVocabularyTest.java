// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedVocabularyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                " ",
                "  two  spaces ",
                "Once upon a time, there were 3 simulators.",
                "line\nbreak\ttab \"quotes\" \\ \u0001",
                "größer, 模型 生成, \uD83D\uDE00!",
                "一\u9FFF\u4E00"
            })
    void textIsRestoredFromItsTokens(String text) {
        assertThat(SimulatedVocabulary.decode(SimulatedVocabulary.encode(text))).isEqualTo(text);
    }

    @Test
    void wordOfSixLettersHasTwoTokens() {
        int[] ids = SimulatedVocabulary.encode(" abcdef");

        assertThat(ids).hasSize(2);
        assertThat(SimulatedVocabulary.decode(new int[] {ids[0]})).isEqualTo(" abc");
    }

    @Test
    void lettersFollowTheBytes() {
        assertThat(SimulatedVocabulary.encode("A")).containsExactly('A');
        assertThat(SimulatedVocabulary.encode("a")).containsExactly(256);
    }

    @Test
    void eachIdHasADifferentText() {
        assertThat(IntStream.range(256, SimulatedVocabulary.SIZE)
                        .mapToObj(id -> SimulatedVocabulary.decode(new int[] {id}))
                        .distinct())
                .hasSize(SimulatedVocabulary.SIZE - 256);
    }

    @Test
    void generatedIdsAreRestoredFromTheirText() {
        int[] ids = new int[2000];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = SimulatedVocabulary.random(SplitMix.at(7, i));
        }
        String text = SimulatedVocabulary.decode(ids);

        assertThat(SimulatedVocabulary.encode(text)).isEqualTo(ids);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isGreaterThan(text.length());
    }

    @Test
    void unknownIdHasNoText() {
        assertThat(SimulatedVocabulary.decode(new int[] {SimulatedVocabulary.SIZE, -1, 256}))
                .isEqualTo("a");
    }
}
