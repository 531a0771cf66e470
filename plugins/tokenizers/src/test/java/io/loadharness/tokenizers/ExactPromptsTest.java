// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptForm;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tokenizer;
import io.loadharness.workload.Conversations;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.PromptVocabulary;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.SharedPrefixes;
import io.loadharness.workload.SyntheticWorkload;
import io.loadharness.workload.TextGenerator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests synthetic prompts with an exact number of tokens, with the kinds of tokenizers that models use. */
class ExactPromptsTest {

    static final List<String> MODELS = Fixtures.MODELS;

    @ParameterizedTest
    @FieldSource("MODELS")
    void textPromptsHaveTheRequestedTokens(String model) throws DatasetException {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            LengthDistribution lengths = LengthDistribution.uniform(1, 300);
            SyntheticWorkload prompts = new RandomPrompts(
                    PromptStyle.text(TextGenerator.exactly(tokenizer)), lengths, LengthDistribution.fixed(1), 200, 1);
            SyntheticWorkload sameLengths = new RandomPrompts(
                    PromptStyle.tokenIds(PromptVocabulary.of(1)), lengths, LengthDistribution.fixed(1), 200, 1);

            assertThat(requests(prompts).stream().map(each -> tokenizer.count(((Prompt.Text) each.prompt()).text())))
                    .containsExactlyElementsOf(requests(sameLengths).stream()
                            .map(each -> each.prompt().length())
                            .toList());
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void promptsWithASharedPrefixHaveTheRequestedTokens(String model) throws DatasetException {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            SyntheticWorkload prompts = SharedPrefixes.builder(PromptStyle.text(TextGenerator.exactly(tokenizer)))
                    .build();

            assertThat(requests(prompts))
                    .allSatisfy(each -> assertThat(tokenizer.count(((Prompt.Text) each.prompt()).text()))
                            .isEqualTo(150));
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void chatMessagesHaveTheRequestedTokens(String model) throws DatasetException {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            SyntheticWorkload prompts = Conversations.builder(PromptStyle.chat(TextGenerator.exactly(tokenizer)))
                    .turns(LengthDistribution.fixed(3))
                    .inputLength(LengthDistribution.fixed(30))
                    .outputLength(LengthDistribution.fixed(20))
                    .build();
            List<ChatMessage> last = ((Prompt.Chat) requests(prompts).get(2).prompt()).messages();

            assertThat(last.stream().map(each -> tokenizer.count(each.content())))
                    .containsExactly(30, 20, 30, 20, 30);
        }
    }

    @ParameterizedTest
    @FieldSource("MODELS")
    void tokenIdPromptsHaveNoSpecialTokens(String model) throws DatasetException {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            SyntheticWorkload prompts = new RandomPrompts(
                    PromptStyle.tokenIds(PromptVocabulary.of(tokenizer)),
                    LengthDistribution.fixed(1000),
                    LengthDistribution.fixed(1),
                    20,
                    1);

            assertThat(requests(prompts)).allSatisfy(each -> {
                Prompt.TokenIds ids = (Prompt.TokenIds) each.prompt();
                for (int i = 0; i < ids.length(); i++) {
                    assertThat(tokenizer.isSpecial(ids.id(i))).isFalse();
                }
            });
        }
    }

    private static List<InferenceRequest> requests(SyntheticWorkload prompts) throws DatasetException {
        Dataset dataset = Dataset.of("synthetic", prompts);
        return dataset.requests(PromptForm.bestFor(dataset), GenerationParameters.DEFAULTS);
    }
}
