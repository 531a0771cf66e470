// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.Tokenizer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Compares the tokenizers with {@code tokenizers} and {@code transformers} of Python. */
class SameAsPythonTest {

    @SuppressWarnings("unused")
    private static final List<String> MODELS = Fixtures.ALL;

    @ParameterizedTest
    @FieldSource("MODELS")
    void idsAreTheSame(String model) {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            for (Fixtures.Row each : Fixtures.rows(model)) {
                assertThat(tokenizer.encode(each.text())).as(each.text()).containsExactly(each.idArray());
                assertThat(IntStream.of(tokenizer.encodePrompt(each.text())).boxed())
                        .as(each.text())
                        .containsExactlyElementsOf(each.prompt());
                assertThat(tokenizer.count(each.text())).isEqualTo(each.ids().size());
            }
        }
    }

    @Test
    void aTokenOnlyInTheConfigurationIsOneToken() {
        try (Tokenizer tokenizer = Fixtures.open("llama-style")) {
            assertThat(tokenizer.encode("<|user|>")).hasSize(1);
            assertThat(tokenizer.isSpecial(tokenizer.encode("<|user|>")[0])).isTrue();
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void textsAreTheSame(String model) {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            List<Fixtures.Row> rows = Fixtures.rows(model);

            assertThat(tokenizer.decodeAll(
                            rows.stream().map(Fixtures.Row::idArray).toList()))
                    .containsExactlyElementsOf(
                            rows.stream().map(Fixtures.Row::decoded).toList());
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void batchesHaveTheSameIds(String model) {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            List<Fixtures.Row> rows = Fixtures.rows(model);

            List<int[]> all =
                    tokenizer.encodeAll(rows.stream().map(Fixtures.Row::text).toList());

            assertThat(all).hasSameSizeAs(rows);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(all.get(i)).containsExactly(rows.get(i).idArray());
            }
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void vocabularyIsTheSame(String model) {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            assertThat(tokenizer.vocabularySize())
                    .hasToString(Fixtures.expected(model).get("vocabulary").toString());
            assertThat(IntStream.range(-1, tokenizer.vocabularySize() + 1)
                            .filter(tokenizer::isSpecial)
                            .boxed())
                    .containsExactlyElementsOf(
                            Fixtures.ints(Fixtures.expected(model).get("special")));
        }
    }
}
