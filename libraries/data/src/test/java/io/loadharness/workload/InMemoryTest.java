// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.PromptForm;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made up can be asked without a file between. */
class InMemoryTest {

    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(1000));

    @Test
    void tokenIdsAreAskedWithTheLengthOfTheirAnswers() throws DatasetException {
        Dataset made = Dataset.of("made", SharedPrefixes.builder(IDS).build());
        List<InferenceRequest> requests = made.requests(PromptForm.bestFor(made), GenerationParameters.DEFAULTS);

        assertThat(requests).hasSize(100).allSatisfy(each -> {
            assertThat(each.prompt().length()).isEqualTo(150);
            assertThat(each.parameters().maxTokens()).hasValue(50);
        });
        assertThat(made.format()).isEqualTo("memory");
    }

    @Test
    void chatsAreAskedAsMessages() throws DatasetException {
        Dataset made = Dataset.of(
                "made",
                Conversations.builder(PromptStyle.chat(Wording.commonWords())).build());

        assertThat(made.requests(PromptForm.bestFor(made), GenerationParameters.DEFAULTS))
                .hasSize(10)
                .last()
                .satisfies(each ->
                        assertThat(((Prompt.Chat) each.prompt()).messages()).hasSize(19));
    }

    @Test
    void noColumnIsTakenForWhatItIsNot() throws DatasetException {
        Dataset made = Dataset.of("made", Conversations.builder(IDS).build());

        assertThat(made.nameOf(StandardColumn.INPUT_IDS)).contains("input_ids");
        assertThat(made.nameOf(StandardColumn.OUTPUT_LENS)).contains("output_len");
        assertThat(made.find(StandardColumn.INPUT)).isEmpty();
        assertThat(made.find(StandardColumn.TARGETS)).isEmpty();
    }

    @Test
    void nothingIsNoDataSet() {
        assertThatThrownBy(() -> Dataset.of("made", rows -> {}))
                .isInstanceOf(DatasetException.class)
                .hasMessage("made has no rows");
    }
}
