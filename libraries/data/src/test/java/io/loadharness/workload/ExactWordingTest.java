// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExactWordingTest {

    static Stream<TokenCounter> tokenizers() {
        return Stream.of(
                ToyTokenizers.words(), ToyTokenizers.characters(), ToyTokenizers.pieces(), ToyTokenizers.threes());
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void hasExactlyTheTokensAskedFor(TokenCounter tokenizer) throws DatasetException {
        Wording wording = Wording.exactly(tokenizer);
        for (int tokens = 0; tokens <= 300; tokens++) {
            assertThat(tokenizer.count(wording.after("", tokens, tokens))).isEqualTo(tokens);
        }
        assertThat(tokenizer.count(wording.after("", 8192, 1))).isEqualTo(8192);
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void behindAnotherTextTheWholeIsExact(TokenCounter tokenizer) throws DatasetException {
        Wording wording = Wording.exactly(tokenizer);
        String text = "";
        for (int part = 1; part <= 40; part++) {
            text += wording.after(text, part, part);
            assertThat(tokenizer.count(text)).isEqualTo(part * (part + 1) / 2);
        }
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void isTheSameTextForTheSameStream(TokenCounter tokenizer) throws DatasetException {
        Wording wording = Wording.exactly(tokenizer);

        assertThat(wording.after("", 100, 5)).isEqualTo(wording.after("", 100, 5));
        assertThat(wording.after("", 100, 5)).isNotEqualTo(wording.after("", 100, 6));
    }

    @Test
    void aTokenizerThatCannotIsGivenUpAfterSomeTries() {
        AtomicInteger counts = new AtomicInteger();
        Wording wording = Wording.exactly(text -> {
            counts.incrementAndGet();
            return text.length() / 2 * 2;
        });

        assertThatThrownBy(() -> wording.after("", 33, 1))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("no text of exactly 33 tokens was found in 200 tries, the last has ")
                .hasMessageNotContaining("\n");
        assertThat(counts).hasValueLessThan(210);
    }

    @Test
    void aTokenizerThatAlwaysSaysTheSameIsGivenUpToo() {
        assertThatThrownBy(() -> Wording.exactly(text -> 0).after("", 10, 1)).hasMessageContaining("the last has 0");
        assertThatThrownBy(() -> Wording.exactly(text -> 50_000).after("", 10, 1))
                .hasMessageContaining("the last has 50000");
    }

    @Test
    void commonWordsAreAWordForEachToken() throws DatasetException {
        Wording wording = Wording.commonWords();

        assertThat(wording.after("", 0, 1)).isEmpty();
        assertThat(wording.after("", 100, 1).split(" ")).hasSize(100).allMatch(word -> word.matches("[a-z]+"));
        assertThat(wording.after("so", 2, 1)).startsWith(" ");
    }
}
