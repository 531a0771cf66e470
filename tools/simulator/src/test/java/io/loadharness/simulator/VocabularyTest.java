package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {

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
    void aTextSurvivesItsTokens(String text) {
        assertThat(Vocabulary.decode(Vocabulary.encode(text))).isEqualTo(text);
    }

    @Test
    void aWordOfSixLettersIsTwoTokensAndItsSpaceBelongsToTheFirst() {
        int[] ids = Vocabulary.encode(" abcdef");

        assertThat(ids).hasSize(2);
        assertThat(Vocabulary.decode(new int[] {ids[0]})).isEqualTo(" abc");
    }

    @Test
    void theLetterAFollowsTheBytes() {
        assertThat(Vocabulary.encode("A")).containsExactly('A');
        assertThat(Vocabulary.encode("a")).containsExactly(256);
    }

    @Test
    void eachIdHasATextOfItsOwn() {
        assertThat(IntStream.range(256, Vocabulary.SIZE)
                        .mapToObj(id -> Vocabulary.decode(new int[] {id}))
                        .distinct())
                .hasSize(Vocabulary.SIZE - 256);
    }

    @Test
    void generatedIdsSurviveTheirText() {
        int[] ids = new int[2000];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Vocabulary.random(Mix.at(7, i));
        }
        String text = Vocabulary.decode(ids);

        assertThat(Vocabulary.encode(text)).isEqualTo(ids);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isGreaterThan(text.length());
    }

    @Test
    void anIdThatIsNotThereHasNoText() {
        assertThat(Vocabulary.decode(new int[] {Vocabulary.SIZE, -1, 256})).isEqualTo("a");
    }
}
