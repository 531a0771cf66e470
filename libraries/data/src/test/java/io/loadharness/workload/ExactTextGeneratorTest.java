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

class ExactTextGeneratorTest {

    static Stream<TokenCounter> tokenizers() {
        return Stream.of(
                ToyTokenizers.words(), ToyTokenizers.characters(), ToyTokenizers.pieces(), ToyTokenizers.threes());
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void generatesExactlyTheRequestedTokens(TokenCounter tokenizer) throws DatasetException {
        TextGenerator generator = TextGenerator.exactly(tokenizer);
        for (int tokens = 0; tokens <= 300; tokens++) {
            assertThat(tokenizer.count(generator.continuation("", tokens, tokens)))
                    .isEqualTo(tokens);
        }
        assertThat(tokenizer.count(generator.continuation("", 8192, 1))).isEqualTo(8192);
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void aTextOfSeveralPartsIsExactAsAWhole(TokenCounter tokenizer) throws DatasetException {
        TextGenerator generator = TextGenerator.exactly(tokenizer);
        String text = "";
        for (int part = 1; part <= 40; part++) {
            text += generator.continuation(text, part, part);
            assertThat(tokenizer.count(text)).isEqualTo(part * (part + 1) / 2);
        }
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void theSameStreamGivesTheSameText(TokenCounter tokenizer) throws DatasetException {
        TextGenerator generator = TextGenerator.exactly(tokenizer);

        assertThat(generator.continuation("", 100, 5)).isEqualTo(generator.continuation("", 100, 5));
        assertThat(generator.continuation("", 100, 5)).isNotEqualTo(generator.continuation("", 100, 6));
    }

    @Test
    void anUnsuitableTokenizerIsRejectedAfterSomeAttempts() {
        AtomicInteger counts = new AtomicInteger();
        TextGenerator generator = TextGenerator.exactly(text -> {
            counts.incrementAndGet();
            return text.length() / 2 * 2;
        });

        assertThatThrownBy(() -> generator.continuation("", 33, 1))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("no text of exactly 33 tokens was found in 200 attempts; the last attempt has ")
                .hasMessageNotContaining("\n");
        assertThat(counts).hasValueLessThan(210);
    }

    @Test
    void aTokenizerWithConstantCountsIsRejected() {
        assertThatThrownBy(() -> TextGenerator.exactly(text -> 0).continuation("", 10, 1))
                .hasMessageContaining("the last attempt has 0");
        assertThatThrownBy(() -> TextGenerator.exactly(text -> 50_000).continuation("", 10, 1))
                .hasMessageContaining("the last attempt has 50000");
    }

    @Test
    void commonWordsHaveOneWordPerToken() throws DatasetException {
        TextGenerator generator = TextGenerator.commonWords();

        assertThat(generator.continuation("", 0, 1)).isEmpty();
        assertThat(generator.continuation("", 100, 1).split(" ")).hasSize(100).allMatch(word -> word.matches("[a-z]+"));
        assertThat(generator.continuation("so", 2, 1)).startsWith(" ");
    }
}
