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

/** Synthetic workloads as data sets in memory. */
class InMemoryTest {

    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(1000));

    @Test
    void requestsOfTokenIdsHaveTheirOutputLength() throws DatasetException {
        Dataset dataset = Dataset.of("synthetic", SharedPrefixes.builder(IDS).build());
        List<InferenceRequest> requests = dataset.requests(PromptForm.bestFor(dataset), GenerationParameters.DEFAULTS);

        assertThat(requests).hasSize(100).allSatisfy(each -> {
            assertThat(each.prompt().length()).isEqualTo(150);
            assertThat(each.parameters().maxTokens()).hasValue(50);
        });
        assertThat(dataset.format()).isEqualTo("memory");
    }

    @Test
    void requestsOfChatsHaveMessages() throws DatasetException {
        Dataset dataset = Dataset.of(
                "synthetic",
                Conversations.builder(PromptStyle.chat(TextGenerator.commonWords()))
                        .build());

        assertThat(dataset.requests(PromptForm.bestFor(dataset), GenerationParameters.DEFAULTS))
                .hasSize(10)
                .last()
                .satisfies(each ->
                        assertThat(((Prompt.Chat) each.prompt()).messages()).hasSize(19));
    }

    @Test
    void columnsHaveTheRightMeanings() throws DatasetException {
        Dataset dataset = Dataset.of("synthetic", Conversations.builder(IDS).build());

        assertThat(dataset.nameOf(StandardColumn.INPUT_IDS)).contains("input_ids");
        assertThat(dataset.nameOf(StandardColumn.OUTPUT_LENS)).contains("output_len");
        assertThat(dataset.find(StandardColumn.INPUT)).isEmpty();
        assertThat(dataset.find(StandardColumn.TARGETS)).isEmpty();
    }

    @Test
    void aDatasetWithoutRowsIsRejected() {
        assertThatThrownBy(() -> Dataset.of("synthetic", rows -> {}))
                .isInstanceOf(DatasetException.class)
                .hasMessage("synthetic has no rows");
    }
}
